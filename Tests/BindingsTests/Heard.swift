import StreamCore

/// Collects what handlers hear, from any thread.
final class Heard<Value: Sendable>: Sendable {
  private let list = Lock<[Value]>([])

  var values: [Value] { list.withLock { $0 } }

  func append(_ value: Value) { list.withLock { $0.append(value) } }

  /// What was heard since the last time.
  func take() -> [Value] {
    list.withLock { list in
      defer { list = [] }
      return list
    }
  }
}
