public import StreamCore
public import Synchronization

extension Node {
  /// What a transform makes of this, computed once for every change however many ask.
  @inlinable
  func mapped<Output: Sendable>(_ transform: @escaping @Sendable (Value) -> Output) -> Node<Output> {
    guard isLinear else { return combined(transform) }
    let last = LastResult<Output>()
    let changes = self.changes
    let current = self.current
    let compute: @Sendable (Change<Value>) -> Change<Output> = { change in
      change.with(last.value(of: change.version) { transform(change.value) })
    }
    return linear(
      Signal(attaching: { sink, subscription in
        changes.attach(Sink(next: { sink.next(compute($0)) }, end: sink.end), to: subscription)
      }),
      { compute(current()) }, compute)
  }

  @inlinable
  func linear<Output: Sendable>(
    _ changes: Signal<Change<Output>, Never>,
    _ current: @escaping @Sendable () -> Change<Output>,
    _ compute: @escaping @Sendable (Change<Value>) -> Change<Output>
  ) -> Node<Output> {
    let evaluate = self.evaluate
    return Node<Output>(
      changes: changes, current: current, evaluate: { evaluate($0).map(compute) },
      sources: sources, height: height + 1, isLinear: true)
  }

  @inlinable
  func combined<Output: Sendable>(_ transform: @escaping @Sendable (Value) -> Output) -> Node<Output> {
    Combined(sources, height: height + 1) { moment in self.evaluate(moment).map { transform($0.value) } }.node
  }
}

/// The result of a transform, and the version of the change that it was computed from.
///
/// When several threads ask for a new version at the same moment each may compute it, since none waits for another's closure.
@usableFromInline
final class LastResult<Value: Sendable>: Sendable {
  /// The version of `result`: known without the lock, because most who come have a newer one.
  @usableFromInline let latest = Atomic<UInt>(0)
  @usableFromInline let result = Lock<(version: UInt, value: Value)?>(nil)

  @usableFromInline init() {}

  @inlinable
  func value(of version: UInt, _ compute: () -> Value) -> Value {
    if latest.load(ordering: .acquiring) == version, let known = result.withLock({ $0 }), known.version == version {
      return known.value
    }
    let value = compute()
    var replaced: (version: UInt, value: Value)?
    result.withLock { result in
      guard version > latest.load(ordering: .relaxed) else { return }
      replaced = (version, value)
      swap(&result, &replaced)
      latest.store(version, ordering: .releasing)
    }
    _ = replaced
    return value
  }
}
