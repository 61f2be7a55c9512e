import StreamCore
import Testing

private final class Owner: Sendable {
  let log: Log<String>
  init(_ log: Log<String>) { self.log = log }
}

@Suite struct SubscribeWithOwnerTests {
  @Test func theHandlerGetsTheOwnerAndEachValue() {
    let log = Log<String>()
    let owner = Owner(log)
    Signal([1, 2]).subscribe(with: owner) { owner, value in owner.log.add("\(value)") }
    #expect(log.all == ["1", "2"])
  }

  @Test func theSubscriptionDoesNotKeepTheOwnerAndEndsWithIt() {
    let hand = Hand<Int, Never>()
    let log = Log<String>()
    var owner: Owner? = Owner(log)
    weak let weakOwner = owner
    let subscription = hand.subscribe(with: owner!) { owner, value in owner.log.add("\(value)") }
    hand.send(1)
    owner = nil
    #expect(weakOwner == nil)
    #expect(!subscription.isDisposed)
    hand.send(2)
    #expect(log.all == ["1"])
    #expect(subscription.isDisposed)
    #expect(hand.disposals.value == 1)
  }

  @Test func eventsIncludeTheEnd() {
    let log = Log<String>()
    let owner = Owner(log)
    Signal<Int, Problem>.just(1).concat(Signal<Int, Problem>.fail(Problem())).subscribeEvents(
      with: owner,
      receive: { owner, event in
        switch event {
        case .next(let value): owner.log.add("\(value)")
        case .failed(let problem): owner.log.add(problem.name)
        case .completed: owner.log.add("|")
        }
      })
    #expect(log.all == ["1", "problem"])
  }

  @Test func theEndFindsTheOwnerGone() {
    let hand = Hand<Int, Problem>()
    let log = Log<String>()
    var owner: Owner? = Owner(log)
    let subscription = hand.subscribeEvents(with: owner!, receive: { owner, _ in owner.log.add("event") })
    owner = nil
    hand.complete()
    #expect(log.all == [])
    #expect(subscription.isDisposed)
    #expect(hand.disposals.value == 1)
  }

  @MainActor @Test func theHandlerInheritsTheActor() {
    @MainActor final class Label {
      var text = ""
    }
    let label = Label()
    let hand = Hand<String, Never>()
    hand.subscribe(with: label) { label, text in label.text = text }
    hand.send("now")
    #expect(label.text == "now")
  }
}
