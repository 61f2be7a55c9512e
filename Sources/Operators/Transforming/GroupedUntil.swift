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
  /// failure of a stream of `end` ends the stream of groups and all groups. All else is as in ``grouped(by:)``. A limit
  /// below 1 traps.
  public func grouped<Key: Hashable & Sendable, Ignored: Sendable>(
    by key: @escaping @Sendable (Value) -> Key, limit: Int = .max,
    until end: @escaping @Sendable (GroupedSignal<Key, Value, Failure>) -> Signal<Ignored, Failure>
  ) -> Signal<GroupedSignal<Key, Value, Failure>, Failure> {
    if limit <= 0 { fatalError("`grouped(by:limit:)` needs a limit of 1 or more, got \(limit).") }
    return stage { source, sink, subscription in
      let upstream = SharedUpstream(subscription)
      let reference = SelfReference<Merging<GroupEvent<Key, Value>>, Failure>()
      let groups = Groups<Key, Value, Failure>(sink, subscription, upstream, limit: limit) { group, number in
        guard let closing = reference.joint?.open(), closing.isActive else { return nil }
        end(group).first().attach(
          Sink(
            next: { _ in },
            end: { [key = group.key] completion in
              guard let joint = reference.joint, joint.close(closing) else { return }
              switch completion {
              case .completed: joint.receive(.next(.closed(key, number)))
              case .failed(let failure): joint.fail(failure)
              }
            }),
          to: closing)
        return closing
      }
      let joint = Joint<Merging<GroupEvent<Key, Value>>, Failure>(
        Merging(),
        Sink(
          next: { event in
            switch event {
            case .value(let key, let value): groups.next(key, value)
            case .closed(let key, let number): groups.close(key, number)
            }
          },
          end: { completion in
            upstream.subscription.dispose()
            groups.end(completion)
          }),
        upstream.subscription)
      reference.joint = joint
      joint.attach(source, next: { .next(.value(key($0), $0)) }, completed: .completed)
    }
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
