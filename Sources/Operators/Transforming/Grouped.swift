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
  /// A group is announced when its first value comes, before that value: an observer that subscribes right then
  /// misses nothing, a later one misses what came before. Keeps a group for every different trait, without a bound,
  /// until the source ends. Everything is delivered where the source delivers. A completion or failure of the source
  /// ends the result first and then the groups, in the order in which they came up. When the subscription to the result
  /// is disposed the groups complete.
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
      let groups = Groups<Key, Element, Failure>()
      // Weakly: the source holds the groups, and what it was attached to must not keep them when it has let go.
      subscription.add { [weak groups] in groups?.receive(.disposed, nil, nil) }
      source.attach(
        Sink(
          next: { groups.receive(.value(key($0), transform($0)), sink, subscription) },
          end: { groups.receive(.end($0), sink, subscription) }),
        to: subscription)
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

/// The groups of one run. A disposal may come from another thread than the values, so both pass a gate.
private final class Groups<Key: Hashable & Sendable, Element: Sendable, Failure: Error>: Sendable {
  typealias Group = GroupedSignal<Key, Element, Failure>

  enum Item: Sendable {
    case value(Key, Element)
    case end(Completion<Failure>)
    case disposed
  }

  private let gate = Gate<Item>()

  /// Guard for all three: touched only inside the gate.
  private nonisolated(unsafe) var places: [Key: Int] = [:]
  private nonisolated(unsafe) var subjects: [Subject<Element, Failure>] = []
  private nonisolated(unsafe) var hasEnded = false

  /// The sink is handed in each time, and not kept, so that the subscription's teardown does not lead back to it.
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
