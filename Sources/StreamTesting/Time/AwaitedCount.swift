/// A count for which tasks can wait: of sleeping tasks, or of recorded values.
final class AwaitedCount: Sendable {
  private struct State {
    var count = 0
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Lock(State())

  var value: Int { state.withLock { $0.count } }

  /// Changes the count, and resumes the tasks that wait for the new one or a smaller one.
  ///
  /// - Returns: The new count.
  @discardableResult
  func change(_ body: (inout Int) -> Void) -> Int {
    let (count, reached) = state.withLock { state in
      body(&state.count)
      let count = state.count
      defer { state.waiting.removeAll { $0.count <= count } }
      return (count, state.waiting.filter { $0.count <= count })
    }
    for (_, continuation) in reached { continuation.resume() }
    return count
  }

  func wait(for count: Int, _ continuation: CheckedContinuation<Void, Never>) {
    let isReached = state.withLock { state in
      if state.count < count { state.waiting.append((count, continuation)) }
      return state.count >= count
    }
    if isReached { continuation.resume() }
  }
}
