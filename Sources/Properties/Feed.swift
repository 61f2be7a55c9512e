import StreamCore

/// The parts of a property that is fed by a stream: its source, and the subscription that sets it.
///
/// The property keeps this object. Observers of the property, and of properties derived from it, keep the node that
/// ``begin(_:_:)`` returns, and that node keeps this object while the stream can still send. So an observed property
/// continues, and nothing is kept once no sender is left.
final class Feed<Value: Sendable>: Sendable {
  let property: MutableProperty<Value>
  private let subscription = Subscription()

  init(_ value: Value) { property = MutableProperty(value) }

  deinit { subscription.dispose() }

  /// Subscribes, and returns a node with the value of the source, to be kept by observers.
  func begin(_ stream: Signal<Value, Never>, _ check: SubscriberCheck?) -> NodeRef {
    let anchor = Anchor(self)
    let node = watched(anchor, check)
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

  private func watched(_ anchor: Anchor, _ check: SubscriberCheck?) -> NodeRef {
    let flags: NodeFlags = check == nil ? .none : .asksForWatchers | .reportsWatchers
    return GraphThread.derive(Value.self, from: property.source.node, flags) { node, action, thread in
      guard case .compute = action else {
        if case .watch(let change) = action { check?.record(change, of: node) }
        return withExtendedLifetime(anchor) { node.copyOrDestroy(Value.self, action) }
      }
      thread.compute(node, from: thread.value(of: node.input(0), Value.self)) { $0 }
    }
  }

  /// The reference to the feed that the observed node has, until no value can arrive.
  private final class Anchor: Sendable {
    private let feed: Lock<Feed?>
    init(_ feed: Feed) { self.feed = Lock(feed) }

    func release() {
      // Released when the lock is free.
      var held: Feed?
      feed.withLock { swap(&$0, &held) }
    }
  }

  /// Held by the stream: released with the stream's observer, after which no value can arrive.
  private final class ReleaseNotice: Sendable {
    private weak let anchor: Anchor?
    init(_ anchor: Anchor) { self.anchor = anchor }
    deinit { anchor?.release() }
  }
}
