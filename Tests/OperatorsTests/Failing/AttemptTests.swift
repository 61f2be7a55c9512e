import Operators
import StreamTesting
import Testing

struct AttemptTests {
  @Test func picture() {
    marbles {
      "1-2-0-3-|"
      "1-2-#"
    } through: { input, _ in
      input.attempt { value throws(MarbleFailure) in if value == "0" { throw MarbleFailure("zero") } }
    }
  }

  @Test func aFailureOfTheSourcePasses() {
    marbles {
      "1-#"
      "1-#"
    } through: { input, _ in
      input.attempt { _ throws(MarbleFailure) in }
    }
  }

  /// RAC ignores an error that is written beside a returned value; a closure here either throws or does not.
  @Test func laterValuesAndTheCompletionAreNotDelivered() {
    let recorder = Recorder(Signal([1, 2, 3]).attempt { number throws(Oops) in if number == 2 { throw .oops } })
    #expect(recorder.events == [.next(1), .failed(.oops)])
  }

  @Test func battery() {
    Battery.check("attempt") { (input: Signal<Int, TestFailure>) in
      input.attempt { _ throws(TestFailure) in }
    }
  }
}
