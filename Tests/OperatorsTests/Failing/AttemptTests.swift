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

  /// RAC also has a value next to an error written on the side, which is ignored; here a closure throws or does not.
  @Test func b58_laterValuesAndTheCompletionAreNotDelivered() {
    let recorder = Recorder(Signal([1, 2, 3]).attempt { number throws(Oops) in if number == 2 { throw .oops } })
    #expect(recorder.events == [.next(1), .failed(.oops)])
  }

  @Test func battery() {
    Battery.check("attempt") { (input: Signal<Int, TestFailure>) in
      input.attempt { _ throws(TestFailure) in }
    }
  }
}
