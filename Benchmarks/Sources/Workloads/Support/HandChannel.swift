import Synchronization

/// A channel from a sender to one task: a queue under a lock, and one continuation for each waiting side.
final class HandChannel: Sendable {
  private struct State: Sendable {
    var values: ContiguousArray<Int> = []
    var head = 0
    var isOver = false
    var consumer: CheckedContinuation<Int?, Never>?
    var sender: CheckedContinuation<Void, Never>?

    mutating func popFirst() -> Int? {
      guard head < values.count else { return nil }
      defer {
        head += 1
        if head == values.count {
          values.removeAll(keepingCapacity: true)
          head = 0
        }
      }
      return values[head]
    }
  }

  private let state = Mutex(State())
  private let limit: Int

  init(limit: Int = .max) { self.limit = limit }

  func send(_ value: Int) {
    let consumer = state.withLock { state -> CheckedContinuation<Int?, Never>? in
      if let consumer = state.consumer.take() { return consumer }
      state.values.append(value)
      return nil
    }
    consumer?.resume(returning: value)
  }

  /// Sends all values, and then the end.
  func send(_ values: Range<Int>) {
    for value in values { send(value) }
    finish()
  }

  func sendWhenThereIsRoom(_ value: Int) async {
    if state.withLock({ $0.values.count - $0.head >= limit }) {
      await withCheckedContinuation { continuation in
        let hasRoom = state.withLock { state in
          if state.values.count - state.head < limit { return true }
          state.sender = continuation
          return false
        }
        if hasRoom { continuation.resume() }
      }
    }
    send(value)
  }

  func finish() {
    state.withLock { state in
      state.isOver = true
      return state.consumer.take()
    }?.resume(returning: nil)
  }

  func next() async -> Int? {
    let (value, sender) = state.withLock { state in (state.popFirst(), state.sender.take()) }
    sender?.resume()
    if let value { return value }
    return await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> Int?? in
        if let value = state.popFirst() { return .some(value) }
        if state.isOver { return .some(nil) }
        state.consumer = continuation
        return .none
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }
}
