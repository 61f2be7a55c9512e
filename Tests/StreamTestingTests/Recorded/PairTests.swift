import Rill
import StreamTesting
import Testing

@Test func shownAsRecorded() {
  // From a recording of pair; a tick is 5 ms.
  // name (Greeting.swift:4), greeting (Greeting.swift:5) → shown (Greeting.swift:8)
  let sent: [Character: String] = ["a": "Ada", "b": "Grace \"Amazing\" H.", "c": "Good\tday", "d": "C:\\n\n"]
  let expected: [Character: String] = [
    "e": "Good\tday, Ada",
    "f": "Good\tday, Grace \"Amazing\" H.",
    "g": "C:\\n\n, Grace \"Amazing\" H.",
    "h": "C:\\n\n, Ada",
  ]
  marbles(inputs: { sent[$0]! }, values: expected) {
    "a---------b------a"
    "---c-------------d"
    "---e------f------(gh)"
  } through: { one, two, _ in
    combineLatest(two, one) { "\($0), \($1)" }
  }
}
