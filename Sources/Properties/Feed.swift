import StreamCore

/// What a property that is fed by a stream lives by: its source, and the subscription that sets it.
///
/// Who has the property has this. Who watches it, or what is derived from it, keeps the node that ``begin(_:_:)``
/// gives, and that keeps this while the stream can still send. So what is watched goes on, and where nobody can send
/// any more nothing is kept.
final class Feed<Value: Sendable>: Sendable {
  let property: MutableProperty<Value>
  private let subscription = Subscription()

  init(_ value: Value) { property = MutableProperty(value) }

  deinit { subscription.dispose() }

  /// Subscribes, and gives a node with the value of the source, which is for those who watch to keep.
  func begin(_ stream: Signal<Value, Never>, _ demand: SubscriberCheck?) -> NodeRef {
    let anchor = Anchor(self)
    let node = watched(anchor, demand)
    let notice = ReleaseNotice(anchor)
    stream.attach(
      Sink(
        next: { [weak property, subscription] value in
          withExtendedLifetime(notice) { if subscription.isActive { property?.value = value } }
        },
        end: { [weak property, subscription] _ in
          property?.source.end()
          subscription.dispose()
        }),
      to: subscription, recordedAs: "Property")
    return node
  }

  private func watched(_ anchor: Anchor, _ demand: SubscriberCheck?) -> NodeRef {
    let flags: NodeFlags = demand == nil ? .none : .asksForWatchers | .reportsWatchers
    return GraphThread.derive(Value.self, from: property.source.node, flags) { node, action, thread in
      guard case .compute = action else {
        if case .watch(let change) = action { demand?.note(change, of: node) }
        return withExtendedLifetime(anchor) { node.keep(Value.self, action) }
      }
      thread.compute(node, from: thread.value(of: node.input(0), Value.self)) { $0 }
    }
  }

  /// What watchers keep the feed by.
  private final class Anchor: Sendable {
    private let feed: Lock<Feed?>
    init(_ feed: Feed) { self.feed = Lock(feed) }

    func letGo() {
      // Released when the lock is free.
      var held: Feed?
      feed.withLock { swap(&$0, &held) }
    }
  }

  /// What the stream has of it: released when the stream has let go of its observer, so nothing can come any more.
  private final class ReleaseNotice: Sendable {
    private weak let anchor: Anchor?
    init(_ anchor: Anchor) { self.anchor = anchor }
    deinit { anchor?.letGo() }
  }
}
