import Rill
import StreamTesting
import Testing

@Test func subscribeAsRecorded() {
  // From a recording of chain; a tick is 10 ms.
  // typed (Search.swift:9) → subscribe (Search.swift:14)
  let sent: [Character: Int] = ["a": 2, "b": 3, "c": 5, "d": 8, "e": 7, "f": 12]
  let expected: [Character: Int] = ["g": 20, "h": 80, "i": 70, "j": 120]
  marbles(inputs: { sent[$0]! }, values: expected) {
    "a-b-----(cd)-------e-----f------|"
    "---g-------h-------i-----j---|"
  } through: { input, time in
    input.map { $0 * 10 }
      .filter { $0.isMultiple(of: 20) || $0 > 60 }
      .debounce(for: time.ticks(3), on: time)
  }
}
