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

  @Test func likeALaterList() {
    compareWithLists(2) { streams, _, _ in
      streams[0].delaySubscription(until: streams[1].ignoreFailure())
    } _: { tables, _ in
      let start = tables[1].moments.first?.tick ?? tables[1].end
      return (tables[0].moments.map { ($0.tick + start, $0.value) }, tables[0].end + start)
    }
  }

  @Test func battery() {
    Battery.check("subscribe after") { (input: Signal<Int, TestFailure>) in
      input.delaySubscription(until: Signal<Void, Never>.just(()))
    }
  }
}
