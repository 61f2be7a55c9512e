import Synchronization

/// A list of closures under a lock: the plain code for notifying several observers.
///
/// It delivers while it holds the lock, which Rill never does: sending, subscribing or disposing inside an observer
/// deadlocks. It also has no completion. So it is the limit.
final class HandSubject: Sendable {
  private struct Observer {
    let id: Int
    nonisolated(unsafe) let receive: (Int) -> Void
  }

  private struct State: Sendable {
    var observers: ContiguousArray<Observer> = []
    var lastID = 0
  }

  private let state = Mutex(State())

  @inline(never)
  func send(_ value: Int) {
    state.withLock { state in
      for observer in state.observers { observer.receive(value) }
    }
  }

  /// - Returns: The argument for `remove`.
  @inline(never)
  func add(_ receive: @escaping @Sendable (Int) -> Void) -> Int {
    state.withLock { state in
      state.lastID += 1
      state.observers.append(Observer(id: state.lastID, receive: receive))
      return state.lastID
    }
  }

  @inline(never)
  func remove(_ id: Int) {
    state.withLock { state in
      if let place = state.observers.lastIndex(where: { $0.id == id }) { state.observers.remove(at: place) }
    }
  }
}
