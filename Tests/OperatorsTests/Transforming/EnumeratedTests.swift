import Operators
import StreamTesting
import Testing

struct EnumeratedTests {
  @Test func picture() {
    expectPicture("a--b--c--|", "x--y--z--|", output: ["x": "0a", "y": "1b", "z": "2c"]) { (source: Letters) in
      source.enumerated().map { "\($0.offset)\($0.element)" }
    }
  }

  @Test func everySubscriberStartsFromTheBeginning() {
    let offsets = Signal(["a", "b"]).enumerated().map { $0.offset }
    #expect(values(offsets) == [0, 1])
    #expect(values(offsets) == [0, 1])
  }

  @Test func failurePasses() {
    expectPicture("a--#", "0--#") { (source: Letters) in source.enumerated().map { $0.offset } }
  }

  @Test func pulled() {
    let stream = LazyStream(["a", "b"]).enumerated().map { "\($0.offset)\($0.element)" }
    #expect(pull(stream) == ["0a", "1b"])
  }

  @Test func battery() {
    Battery.check("enumerated") { (input: Signal<Int, TestFailure>) in input.enumerated() }
  }
}
