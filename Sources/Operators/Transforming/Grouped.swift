public import StreamCore
import Subjects

extension StreamProtocol {
  /// Sorts the values into streams of their own by a trait of theirs: `grouped(by: \.city)`.
  ///
  ///     source            a--b--A--B--|
  ///     grouped(by: …)    x--y--------|
  ///     x                 a-----A-----|
  ///     y                 ---b-----B--|
  ///
  /// A group is announced when its first value comes, before that value: an observer that subscribes right then misses
  /// nothing, a later one misses what came before. Keeps a group for every different trait, without a bound, until the
  /// source ends. Everything is delivered where the source delivers. A completion or failure of the source ends the
  /// result first and then the groups, in the order in which they came up. When the result is disposed, no group is
  /// announced any more; those that are subscribed to go on, and the source is disposed with the last subscriber.
  public func grouped<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Value) -> Key
  ) -> Signal<GroupedSignal<Key, Value, Failure>, Failure> {
    grouped(by: key) { $0 }
  }

  /// Sorts the values into streams of their own by a trait of theirs, and transforms each: `grouped(by: \.city) {
  /// $0.name }`.
  ///
  /// Otherwise it is ``grouped(by:)``. The transformation is made once for every value, whether or not its group has
  /// subscribers.
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

/// The values of one group, and what they have in common.
public struct GroupedSignal<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: StreamProtocol {
  /// What the values have in common.
  public let key: Key

  /// The values that come from now on.
  public let signal: Signal<Value, Failure>
}

/// Makes the groups of one subscription and sends to them.
private final class Groups<Key: Hashable & Sendable, Element: Sendable, Failure: Error>: Sendable {
  typealias Group = GroupedSignal<Key, Element, Failure>

  private let sink: Sink<Group, Failure>
  private let subscription: Subscription
  private let upstream: SharedUpstream

  // Guarded by: the delivery of the source, which is serial.
  private nonisolated(unsafe) var places: [Key: Int] = [:]
  private nonisolated(unsafe) var subjects: [Subject<Element, Failure>] = []

  init(_ sink: Sink<Group, Failure>, _ subscription: Subscription, _ upstream: SharedUpstream) {
    self.sink = sink
    self.subscription = subscription
    self.upstream = upstream
  }

  func next(_ key: Key, _ element: Element) {
    if upstream.subscription.isActive { subject(for: key)?.send(element) }
  }

  func end(_ completion: Completion<Failure>) {
    guard upstream.subscription.isActive else { return }
    upstream.subscription.dispose()
    let subjects = subjects
    (places, self.subjects) = ([:], [])
    if subscription.isActive { sink.end(completion) }
    for subject in subjects { subject.send(Event(completion)) }
  }

  /// The subject of a group; `nil` for a new group that cannot be announced.
  private func subject(for key: Key) -> Subject<Element, Failure>? {
    if let place = places[key] { return subjects[place] }
    guard subscription.isActive else { return nil }
    let subject = Subject<Element, Failure>()
    places[key] = subjects.count
    subjects.append(subject)
    sink.next(Group(key: key, signal: upstream.part(subject)))
    return subject
  }
}
