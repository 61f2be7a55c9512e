public import StreamCore

extension StreamProtocol {
  /// Groups the values by a key into streams that end, each when its own stream fires.
  ///
  ///     source                   a--b--A-----A--|
  ///     grouped(by: …, until: …) x--y--------z--|
  ///     x                        a-----A--|
  ///     y                        ---b-----|
  ///     z                        ------------A--|
  ///
  /// `end` receives each group before its first value, and makes a stream. The first value of that stream, or its
  /// completion, completes the group. In the picture it fires at the ninth tick. A later value with the key begins a
  /// new group. For groups that end when idle use `debounce`:
  ///
  /// ```swift
  /// events.grouped(by: \.session, until: { group in group.debounce(for: .seconds(30)) })
  /// ```
  ///
  /// A new group beyond `limit` first completes the group that has been without a value for the longest time. Finding
  /// that group takes time proportional to the limit. Keeps the open groups and their streams, at most `limit`. A
  /// failure of a stream of `end` ends the result and all groups. All else is as in ``grouped(by:)``. A limit below 1
  /// traps.
  public func grouped<Key: Hashable & Sendable, Ignored: Sendable>(
    by key: @escaping @Sendable (Value) -> Key, limit: Int = .max,
    until end: @escaping @Sendable (GroupedSignal<Key, Value, Failure>) -> Signal<Ignored, Failure>
  ) -> Signal<GroupedSignal<Key, Value, Failure>, Failure> {
    if limit <= 0 { fatalError("`grouped(by:limit:)` needs a limit of 1 or more, got \(limit).") }
    let source = signal
    return Signal(attaching: { sink, subscription in
      let upstream = SharedUpstream()
      subscription.add(upstream)
      let groups = ClosingGroups<Key, Value, Ignored, Failure>(limit, end, sink, subscription, upstream)
      let joint = Joint<Merging<GroupEvent<Key, Value>>, Failure>(
        Merging(), Sink(next: { groups.handle($0) }, end: { groups.end($0) }), upstream.subscription)
      groups.reference.joint = joint
      joint.attach(source, next: { .next(.value(key($0), $0)) }, completed: .completed)
    })
  }

  /// Groups the values by a key into one stream per key, of which at most `limit` are open.
  ///
  ///     source                     a--b--A--c--|
  ///     grouped(by: …, limit: 2)   x--y-----z--|
  ///     x                          a-----A-----|
  ///     y                          ---b-----|
  ///     z                          ---------c--|
  ///
  /// A new group beyond the limit first completes the group that has been without a value for the longest time. All
  /// else is as in ``grouped(by:limit:until:)``.
  public func grouped<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Value) -> Key, limit: Int
  ) -> Signal<GroupedSignal<Key, Value, Failure>, Failure> {
    grouped(by: key, limit: limit, until: { _ in Signal<Never, Failure>.never })
  }
}

private enum GroupEvent<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  case value(Key, Value)
  case closed(Key, Int)
}

/// Makes the groups of one subscription, sends to them, and closes them.
private final class ClosingGroups<Key: Hashable & Sendable, Value: Sendable, Ignored: Sendable, Failure: Error>:
  Sendable
{
  typealias Group = GroupedSignal<Key, Value, Failure>
  typealias Events = Merging<GroupEvent<Key, Value>>

  private struct Entry {
    let subject: Subject<Value, Failure>
    /// The number of the group's first value.
    let number: Int
    let closing: Subscription
    /// The number of the group's latest value.
    var latest: Int
  }

  private let limit: Int
  private let ending: @Sendable (Group) -> Signal<Ignored, Failure>
  private let sink: Sink<Group, Failure>
  private let subscription: Subscription
  private let upstream: SharedUpstream
  let reference = SelfReference<Events, Failure>()

  // Guarded by: the joint (only the draining thread touches them).
  private nonisolated(unsafe) var entries: [Key: Entry] = [:]
  private nonisolated(unsafe) var valueCount = 0

  init(
    _ limit: Int, _ ending: @escaping @Sendable (Group) -> Signal<Ignored, Failure>, _ sink: Sink<Group, Failure>,
    _ subscription: Subscription, _ upstream: SharedUpstream
  ) {
    (self.limit, self.ending) = (limit, ending)
    (self.sink, self.subscription, self.upstream) = (sink, subscription, upstream)
  }

  func handle(_ event: GroupEvent<Key, Value>) {
    switch event {
    case .value(let key, let value):
      valueCount += 1
      if entries[key] == nil { open(key) }
      guard let subject = entries[key]?.subject else { return }
      entries[key]?.latest = valueCount
      subject.send(value)
    case .closed(let key, let number): if entries[key]?.number == number { close(key) }
    }
  }

  func end(_ completion: Completion<Failure>) {
    guard upstream.subscription.isActive else { return }
    upstream.subscription.dispose()
    let subjects = entries.values.sorted { $0.number < $1.number }.map(\.subject)
    entries = [:]
    if subscription.isActive { sink.end(completion) }
    for subject in subjects { subject.send(Event(completion)) }
  }

  private func open(_ key: Key) {
    if entries.count >= limit, let idle = entries.min(by: { $0.value.latest < $1.value.latest }) { close(idle.key) }
    guard subscription.isActive, let joint = reference.joint else { return }
    let number = valueCount
    let subject = Subject<Value, Failure>()
    let part = upstream.part(subject)
    let closing = joint.open()
    entries[key] = Entry(subject: subject, number: number, closing: closing, latest: number)
    sink.next(Group(key: key, signal: part))
    guard closing.isActive else { return }
    // Not a subscriber that keeps the source going. Weak, because the joint retains the group, which retains the sink.
    ending(Group(key: key, signal: subject.signal)).first().attach(
      Sink(
        next: { _ in },
        end: { [reference] completion in
          guard let joint = reference.joint, joint.close(closing) else { return }
          switch completion {
          case .completed: joint.receive(.next(.closed(key, number)))
          case .failed(let failure): joint.fail(failure)
          }
        }),
      to: closing)
  }

  private func close(_ key: Key) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    reference.joint?.close(entry.closing)
    entry.subject.complete()
  }
}
