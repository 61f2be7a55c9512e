import Operators
import StreamTesting
import Testing

struct DelaySubscriptionTests {
  @Test func picture() {
    marbles {
      "1-2|"
      "---x"
      "---1-2|"
    } through: { input, trigger, _ in
      input.delaySubscription(until: trigger.ignoreFailure())
    }
  }

  @Test func theCompletionOfTheTriggerSubscribesToo() {
    marbles {
      "1-2#"
      "--|"
      "--1-2#"
    } through: { input, trigger, _ in
      input.delaySubscription(until: trigger.ignoreFailure())
    }
  }

  @Test func battery() {
    Battery.check("subscribe after") { (input: Signal<Int, TestFailure>) in
      input.delaySubscription(until: Signal<Void, Never>.just(()))
    }
  }
}
