public import StreamCore
public import Subjects

extension StreamProtocol {
  /// Groups the values by a key into one stream per key: `grouped(by: \.city)`.
  ///
  ///     source            a--b--A--B--|
  ///     grouped(by: …)    x--y--------|
  ///     x                 a-----A-----|
  ///     y                 ---b-----B--|
  ///
  /// A group is sent before its first value: an observer that subscribes synchronously receives all its values, a later
  /// one misses the earlier values. Keeps a group for each distinct key, without a bound, until the source is over.
  /// Delivers where the source delivers. A completion or failure of the source ends the stream of groups first and then
  /// the groups, in the order in which they began. After the subscription to the stream of groups is disposed, no group
  /// is sent any longer. Groups with subscribers continue, and the source is disposed with the last subscriber.
  @inlinable
  public func grouped<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Value) -> Key
  ) -> Signal<GroupedSignal<Key, Value, Failure>, Failure> {
    grouped(by: key) { $0 }
  }

  /// Groups the values by a key, and transforms each value: `grouped(by: \.city) { $0.name }`.
  ///
  /// The transform runs once for every value, even if its group has no subscriber. All else is as in ``grouped(by:)``.
  @inlinable
  public func grouped<Key: Hashable & Sendable, Element: Sendable>(
    by key: @escaping @Sendable (Value) -> Key, _ transform: @escaping @Sendable (Value) -> Element
  ) -> Signal<GroupedSignal<Key, Element, Failure>, Failure> {
    stage { source, sink, subscription in
      let upstream = SharedUpstream(subscription)
      let groups = Groups<Key, Element, Failure>(sink, subscription, upstream)
      source.attach(
        to: upstream.subscription, next: { groups.next(key($0), transform($0)) }, end: { groups.end($0) })
    }
  }
}

/// The values of one group, with their key.
public struct GroupedSignal<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: StreamProtocol {
  /// The key that the values share.
  public let key: Key

  /// The values from the subscription on.
  public let signal: Signal<Value, Failure>

  @inlinable
  init(key: Key, signal: Signal<Value, Failure>) {
    self.key = key
    self.signal = signal
  }
}

/// Makes the groups of one subscription, sends to them, and closes them.
@usableFromInline
final class Groups<Key: Hashable & Sendable, Element: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Group = GroupedSignal<Key, Element, Failure>

  @usableFromInline
  struct Entry {
    @usableFromInline let subject = Subject<Element, Failure>()

    /// How many groups began before this one.
    @usableFromInline let number: Int

    /// The subscription to the stream that closes the group.
    @usableFromInline var closing: Subscription?

    /// The number of the group's latest value, if there is a limit.
    @usableFromInline var latest = 0

    @inlinable
    init(_ number: Int) { self.number = number }
  }

  @usableFromInline let sink: Sink<Group, Failure>
  @usableFromInline let subscription: Subscription
  @usableFromInline let upstream: SharedUpstream
  @usableFromInline let limit: Int

  /// Attaches the stream that closes a group, and returns its subscription.
  @usableFromInline let closing: (@Sendable (_ group: Group, _ number: Int) -> Subscription?)?

  /// The hubs of the groups, which their subjects keep alive.
  ///
  /// A retain and a release would take as long as the rest of ``next(_:_:)``, and so would a look into an entry.
  ///
  /// Guarded by: the delivery of the source (it is serial), or the joint that closes groups.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var hubs: [Key: Unmanaged<Hub<Element, Failure>>] = [:]

  // Guarded by: as `hubs`.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var entries: [Key: Entry] = [:]
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var valueCount = 0
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var groupCount = 0

  @inlinable
  init(
    _ sink: Sink<Group, Failure>, _ subscription: Subscription, _ upstream: SharedUpstream, limit: Int = .max,
    closing: (@Sendable (_ group: Group, _ number: Int) -> Subscription?)? = nil
  ) {
    (self.sink, self.subscription, self.upstream) = (sink, subscription, upstream)
    (self.limit, self.closing) = (limit, closing)
  }

  @inlinable
  func next(_ key: Key, _ element: Element) {
    guard upstream.subscription.isActive, let hub = hubs[key] ?? open(key) else { return }
    if limit != .max {
      valueCount += 1
      entries[key]?.latest = valueCount
    }
    // No group is closed while a value is delivered.
    hub._withUnsafeGuaranteedRef { $0.send(element) }
  }

  @inlinable
  func end(_ completion: Completion<Failure>) {
    let subjects = entries.values.sorted { $0.number < $1.number }.map(\.subject)
    (hubs, entries) = ([:], [:])
    if subscription.isActive { sink.end(completion) }
    for subject in subjects { subject.send(Event(completion)) }
  }

  /// Opens a group, and returns the hub of its subject; `nil` if it cannot be announced.
  ///
  /// At the limit, first closes one. Not inlined: most values have a group.
  @inline(never)
  @inlinable
  func open(_ key: Key) -> Unmanaged<Hub<Element, Failure>>? {
    guard subscription.isActive else { return nil }
    if entries.count >= limit, let idle = entries.min(by: { $0.value.latest < $1.value.latest }) { close(idle.key) }
    // The end of the group may have run user code, which may have disposed the subscription.
    guard subscription.isActive else { return nil }
    let entry = Entry(groupCount)
    groupCount += 1
    entries[key] = entry
    hubs[key] = .passUnretained(entry.subject.hub)
    sink.next(Group(key: key, signal: upstream.part(entry.subject)))
    if let closing {
      // Its observer does not keep the source going.
      let subscription = closing(Group(key: key, signal: entry.subject.signal), entry.number)
      entries[key]?.closing = subscription
    }
    return .passUnretained(entry.subject.hub)
  }

  func close(_ key: Key, _ number: Int) {
    if entries[key]?.number == number { close(key) }
  }

  @usableFromInline
  func close(_ key: Key) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    hubs[key] = nil
    entry.closing?.dispose()
    entry.subject.complete()
  }
}
