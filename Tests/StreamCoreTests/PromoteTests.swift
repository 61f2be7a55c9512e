import StreamCore
import StreamTesting
import Testing

@Suite struct PromoteTests {
  @Test func picture() {
    marbles {
      "1-2-|"
    } through: { time in
      time.cold("1-2-|").infallible.promoteFailure(to: Problem.self)
    }
  }

  @Test func battery() {
    Battery.check(stream: "promoteFailure") { Signal(0..<3).promoteFailure(to: TestFailure.self) }
  }
}
