import StreamRuntime

/// Collects what handlers hear, from any thread.
public final class Heard<Value: Sendable>: Sendable {
  private let list = Lock<[Value]>([])

  public init() {}

  public var values: [Value] { list.withLock { $0 } }

  public func append(_ value: Value) { list.withLock { $0.append(value) } }

  /// What was heard since the last time.
  public func take() -> [Value] {
    list.withLock { list in
      defer { list = [] }
      return list
    }
  }
}

/// Waits for what other threads are about to do: the rest of what a deliverer has handed over, say.
public func until(_ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}
