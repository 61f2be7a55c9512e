import Operators
import StreamTesting
import Testing

struct ReplaceFailureTests {
  @Test func picture() {
    marbles {
      "1-2-#"
      "1-2-(0|)"
    } through: { input, _ in
      input.replaceFailure(with: "0")
    }
  }

  @Test func completionPasses() {
    marbles {
      "1-2-|"
      "1-2-|"
    } through: { input, _ in
      input.replaceFailure(with: "0")
    }
  }

  @Test func battery() {
    Battery.check("replaceFailure", .handlesFailure) { (input: Signal<Int, TestFailure>) in
      input.replaceFailure(with: 0)
    }
  }
}
