import Operators
import StreamTesting
import Testing

struct IgnoreFailureTests {
  @Test func picture() {
    marbles {
      "1-2-#"
      "1-2-|"
    } through: { input, _ in
      input.ignoreFailure()
    }
  }

  @Test func completionPasses() {
    marbles {
      "1-2-|"
      "1-2-|"
    } through: { input, _ in
      input.ignoreFailure()
    }
  }

  @Test func battery() {
    Battery.check("ignoreFailure", .handlesFailure) { (input: Signal<Int, TestFailure>) in input.ignoreFailure() }
  }
}
