import Operators
import StreamTesting
import Testing

struct SubscribeAfterTests {
  @Test func picture() {
    marbles {
      "1-2|"
      "---x"
      "---1-2|"
    } through: { input, trigger, _ in
      input.subscribe(after: trigger.ignoreFailure())
    }
  }

  @Test func theCompletionOfTheTriggerSubscribesToo() {
    marbles {
      "1-2#"
      "--|"
      "--1-2#"
    } through: { input, trigger, _ in
      input.subscribe(after: trigger.ignoreFailure())
    }
  }

  @Test func battery() {
    Battery.check("subscribe after") { (input: Signal<Int, TestFailure>) in
      input.subscribe(after: Signal<Void, Never>.just(()))
    }
  }
}
