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
  /// Delivers where the source delivers. A completion or failure of the source ends the result first and then the
  /// groups, in the order in which they began. When the subscription to the result is disposed, no further group is
  /// sent. Groups with subscribers continue, and the source is disposed with the last subscriber.
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
    let source = signal
    return Signal(attaching: { sink, subscription in
      let upstream = SharedUpstream()
      subscription.add(upstream)
      let groups = Groups<Key, Element, Failure>(sink, subscription, upstream)
      source.attach(
        Sink(next: { groups.next(key($0), transform($0)) }, end: { groups.end($0) }), to: upstream.subscription)
    })
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

/// Makes the groups of one subscription and sends to them.
@usableFromInline
final class Groups<Key: Hashable & Sendable, Element: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Group = GroupedSignal<Key, Element, Failure>

  @usableFromInline let sink: Sink<Group, Failure>
  @usableFromInline let subscription: Subscription
  @usableFromInline let upstream: SharedUpstream

  // The hubs by their keys, and the subjects that own them, in the order of the groups. Guarded by: the delivery of the
  // source, which is serial.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var hubs: [Key: Unmanaged<Hub<Element, Failure>>] = [:]
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var subjects: [Subject<Element, Failure>] = []

  @inlinable
  init(_ sink: Sink<Group, Failure>, _ subscription: Subscription, _ upstream: SharedUpstream) {
    self.sink = sink
    self.subscription = subscription
    self.upstream = upstream
  }

  @inlinable
  func next(_ key: Key, _ element: Element) {
    guard upstream.subscription.isActive, let hub = hubs[key] ?? open(key) else { return }
    // The list of subjects keeps it alive: only `end` shortens the list, and no value is delivered then. A retain and a
    // release would take as long as the rest of this function, and so would a look into the subject.
    hub._withUnsafeGuaranteedRef { $0.send(element) }
  }

  @inlinable
  func end(_ completion: Completion<Failure>) {
    guard upstream.subscription.isActive else { return }
    upstream.subscription.dispose()
    let subjects = subjects
    (hubs, self.subjects) = ([:], [])
    if subscription.isActive { sink.end(completion) }
    for subject in subjects { subject.send(Event(completion)) }
  }

  /// Opens a group, and returns the hub of its subject; `nil` for a group that cannot be announced.
  ///
  /// Not inlined: most values have a group.
  @inline(never)
  @inlinable
  func open(_ key: Key) -> Unmanaged<Hub<Element, Failure>>? {
    guard subscription.isActive else { return nil }
    let subject = Subject<Element, Failure>()
    hubs[key] = .passUnretained(subject.hub)
    subjects.append(subject)
    sink.next(Group(key: key, signal: upstream.part(subject)))
    return .passUnretained(subject.hub)
  }
}
