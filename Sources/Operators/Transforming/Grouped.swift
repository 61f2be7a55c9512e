public import StreamCore
import Subjects

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
  /// groups, in the order in which they began. When the subscription to the result is disposed the groups complete.
  public func grouped<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Value) -> Key
  ) -> Signal<GroupedSignal<Key, Value, Failure>, Failure> {
    grouped(by: key) { $0 }
  }

  /// Groups the values by a key, and transforms each value: `grouped(by: \.city) { $0.name }`.
  ///
  /// The transform runs once for every value, even if its group has no subscriber. All else is as in ``grouped(by:)``.
  public func grouped<Key: Hashable & Sendable, Element: Sendable>(
    by key: @escaping @Sendable (Value) -> Key, _ transform: @escaping @Sendable (Value) -> Element
  ) -> Signal<GroupedSignal<Key, Element, Failure>, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      let groups = Groups<Key, Element, Failure>()
      // Weak, because the source retains the groups, and the subscription must not retain them after the source has
      // released them.
      subscription.add { [weak groups] in groups?.receive(.disposed, nil, nil) }
      source.attach(
        Sink(
          next: { groups.receive(.value(key($0), transform($0)), sink, subscription) },
          end: { groups.receive(.end($0), sink, subscription) }),
        to: subscription)
    })
  }
}

/// The values of one group, with their key.
public struct GroupedSignal<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: StreamProtocol {
  /// The key that the values share.
  public let key: Key

  /// The values from the subscription on.
  public let signal: Signal<Value, Failure>
}

/// The groups of one subscription. Disposal and values may arrive on two threads, so both pass a gate.
private final class Groups<Key: Hashable & Sendable, Element: Sendable, Failure: Error>: Sendable {
  typealias Group = GroupedSignal<Key, Element, Failure>

  enum Item: Sendable {
    case value(Key, Element)
    case end(Completion<Failure>)
    case disposed
  }

  private let gate = Gate<Item>()

  /// Guarded by: the gate (only the draining thread touches them).
  private nonisolated(unsafe) var places: [Key: Int] = [:]
  private nonisolated(unsafe) var subjects: [Subject<Element, Failure>] = []
  private nonisolated(unsafe) var hasEnded = false

  /// The sink is a parameter and not stored, so that the subscription's teardown does not refer back to it.
  func receive(_ item: Item, _ sink: Sink<Group, Failure>?, _ subscription: Subscription?) {
    gate.admit(item) { deliver($0, sink, subscription) }
  }

  private func deliver(_ item: Item, _ sink: Sink<Group, Failure>?, _ subscription: Subscription?) {
    guard !hasEnded else { return }
    switch item {
    case .value(let key, let element): subject(for: key, sink, subscription).send(element)
    case .end(let completion): end(completion, sink)
    case .disposed: end(.completed, nil)
    }
  }

  private func end(_ completion: Completion<Failure>, _ sink: Sink<Group, Failure>?) {
    hasEnded = true
    let subjects = subjects
    (self.places, self.subjects) = ([:], [])
    sink?.end(completion)
    for subject in subjects { subject.send(Event(completion)) }
  }

  private func subject(
    for key: Key, _ sink: Sink<Group, Failure>?, _ subscription: Subscription?
  ) -> Subject<Element, Failure> {
    if let place = places[key] { return subjects[place] }
    let subject = Subject<Element, Failure>()
    if let subscription { subject.follow(subscription) }
    places[key] = subjects.count
    subjects.append(subject)
    sink?.next(Group(key: key, signal: subject.signal))
    return subject
  }
}
