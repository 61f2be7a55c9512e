import Synchronization

/// Two queues under a lock, of which one is always empty.
final class HandZip: Sendable {
  private struct State: Sendable {
    var left: ContiguousArray<Int> = []
    var right: ContiguousArray<Int> = []
    var leftHead = 0
    var rightHead = 0
  }

  private let state = Mutex(State())
  nonisolated(unsafe) private let receive: (Int, Int) -> Void

  init(_ receive: @escaping (Int, Int) -> Void) { self.receive = receive }

  @inline(never)
  func left(_ value: Int) {
    state.withLock { state in
      if state.rightHead < state.right.count {
        receive(value, state.right[state.rightHead])
        Self.advance(&state.right, &state.rightHead)
      } else {
        state.left.append(value)
      }
    }
  }

  @inline(never)
  func right(_ value: Int) {
    state.withLock { state in
      if state.leftHead < state.left.count {
        receive(state.left[state.leftHead], value)
        Self.advance(&state.left, &state.leftHead)
      } else {
        state.right.append(value)
      }
    }
  }

  private static func advance(_ values: inout ContiguousArray<Int>, _ head: inout Int) {
    head += 1
    if head == values.count {
      values.removeAll(keepingCapacity: true)
      head = 0
    }
  }
}
