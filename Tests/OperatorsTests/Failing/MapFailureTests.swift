import Operators
import StreamTesting
import Testing

struct MapFailureTests {
  @Test func picture() {
    marbles {
      "1-2-#"
      "1-2-#"
    } through: { input, _ in
      input.mapFailure { _ in Oops.oops }
    }
  }

  @Test func theFailureIsTheResultOfTheClosure() {
    let source = Signal<Int, TestFailure>.fail(TestFailure("a"))
    #expect(Recorder(source.mapFailure { TestFailure($0.name + "b") }).completion == .failed(TestFailure("ab")))
  }

  @Test func completionPasses() {
    marbles {
      "1-2-|"
      "1-2-|"
    } through: { input, _ in
      input.mapFailure { _ in Oops.oops }
    }
  }

  @Test func battery() {
    Battery.check("mapFailure", .changesFailure) { (input: Signal<Int, TestFailure>) in
      input.mapFailure { _ in Oops.oops }
    }
  }
}
