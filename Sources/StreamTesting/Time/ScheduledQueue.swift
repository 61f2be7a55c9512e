import Synchronization

/// The pending actions: a binary heap by due time, first in, first out for equal times.
struct ScheduledQueue {
  private var heap: [ScheduledAction] = []
  private var sequence = 0

  /// The number of disposed actions in the heap. The actions update it without a reference to the queue.
  private let disposedCount = DisposedCount()

  var activeCount: Int { heap.count { !$0.isDisposed } }

  mutating func insert(_ action: @escaping @Sendable () -> Void, due: TestScheduler.Instant) -> ScheduledAction {
    sweep()
    let new = ScheduledAction(action, due, sequence, disposedCount)
    sequence += 1
    heap.append(new)
    var child = heap.count - 1
    while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
    return new
  }

  mutating func removeAll() -> [ScheduledAction] {
    defer { heap = [] }
    return heap
  }

  /// Removes and returns the first action if it is due by `limit`. It may have been disposed.
  mutating func popFirst(dueBy limit: TestScheduler.Instant?) -> ScheduledAction? {
    guard let first = heap.first else { return nil }
    if let limit, limit < first.due { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      siftDown(from: 0)
    }
    first.leave()
    return first
  }

  /// Removes disposed actions when they are more than half of the heap, at a constant cost for each disposal.
  ///
  /// They have released their closures already.
  private mutating func sweep() {
    guard heap.count >= 32, disposedCount.value.load(ordering: .relaxed) > heap.count / 2 else { return }
    for action in heap where action.isDisposed { action.leave() }
    heap.removeAll { $0.hasLeft }
    for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(from: index) }
  }

  private mutating func siftDown(from start: Int) {
    var parent = start
    while true {
      var earliest = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].isBefore(heap[earliest]) {
        earliest = child
      }
      guard earliest != parent else { return }
      heap.swapAt(parent, earliest)
      parent = earliest
    }
  }
}

final class DisposedCount: Sendable {
  let value = Atomic(0)
}

/// One action and its due time. Disposing it releases the closure immediately.
final class ScheduledAction: Disposing {
  private struct State {
    /// `nil` when the action was disposed or has begun.
    var action: (@Sendable () -> Void)?

    /// Whether it is no longer in the queue.
    var hasLeft = false

    /// Whether it was disposed in the queue, and so is counted in `disposedCount` until it leaves.
    var isCounted = false
  }

  let due: TestScheduler.Instant
  private let sequence: Int
  private let disposedCount: DisposedCount
  private let state: Lock<State>

  init(
    _ action: @escaping @Sendable () -> Void, _ due: TestScheduler.Instant, _ sequence: Int,
    _ disposedCount: DisposedCount
  ) {
    self.due = due
    self.sequence = sequence
    self.disposedCount = disposedCount
    state = Lock(State(action: action))
  }

  func isBefore(_ other: ScheduledAction) -> Bool {
    due == other.due ? sequence < other.sequence : due < other.due
  }

  var isDisposed: Bool { state.withLock { $0.action == nil } }

  var hasLeft: Bool { state.withLock { $0.hasLeft } }

  /// Records that it is no longer in the queue.
  func leave() {
    let wasCounted = state.withLock { state in
      state.hasLeft = true
      return state.isCounted
    }
    if wasCounted { disposedCount.value.subtract(1, ordering: .relaxed) }
  }

  func dispose() {
    // Released without the lock: releasing the captured objects may run a user's code.
    let action = state.withLock { state -> (@Sendable () -> Void)? in
      defer { state.action = nil }
      if state.action != nil, !state.hasLeft {
        state.isCounted = true
        disposedCount.value.add(1, ordering: .relaxed)
      }
      return state.action
    }
    _ = action
  }

  /// Runs the action unless it was disposed.
  func run() -> Bool {
    let action = state.withLock { state in
      defer { state.action = nil }
      return state.action
    }
    action?()
    return action != nil
  }
}
