import StreamRuntime

/// Collects the values that handlers receive, from any thread.
public final class Heard<Value: Sendable>: Sendable {
  private let list = Lock<[Value]>([])

  public init() {}

  public var values: [Value] { list.withLock { $0 } }

  public func append(_ value: Value) { list.withLock { $0.append(value) } }

  /// The values since the last call.
  public func take() -> [Value] {
    list.withLock { list in
      defer { list = [] }
      return list
    }
  }
}

/// Waits for other threads to catch up, for example with deliveries that were handed over to them.
public func until(_ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}
