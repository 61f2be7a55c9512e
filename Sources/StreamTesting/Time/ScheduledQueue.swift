/// The pending actions: a binary heap by due time, first in, first out for equal times.
struct ScheduledQueue {
  private var heap: [ScheduledAction] = []
  private var sequence = 0

  /// The length of the heap at which disposed actions are removed.
  private var sweepLength = 32

  var activeCount: Int { heap.count { !$0.isDisposed } }

  mutating func insert(_ action: @escaping @Sendable () -> Void, due: TestScheduler.Instant) -> ScheduledAction {
    if heap.count >= sweepLength { sweep() }
    let new = ScheduledAction(action, due, sequence)
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
    return first
  }

  /// Removes disposed actions, at a constant cost for each insertion.
  ///
  /// They have released their closures already.
  private mutating func sweep() {
    heap.removeAll { $0.isDisposed }
    sweepLength = max(32, 2 * heap.count)
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

/// One action and its due time. Disposing it releases the closure immediately.
final class ScheduledAction: Disposing {
  let due: TestScheduler.Instant
  private let sequence: Int

  /// `nil` when the action was disposed or has begun.
  private let action: Lock<(@Sendable () -> Void)?>

  init(_ action: @escaping @Sendable () -> Void, _ due: TestScheduler.Instant, _ sequence: Int) {
    self.due = due
    self.sequence = sequence
    self.action = Lock(action)
  }

  func isBefore(_ other: ScheduledAction) -> Bool {
    due == other.due ? sequence < other.sequence : due < other.due
  }

  var isDisposed: Bool { action.withLock { $0 == nil } }

  func dispose() { _ = take() }

  /// Runs the action unless it was disposed.
  func run() -> Bool {
    let action = take()
    action?()
    return action != nil
  }

  /// The caller releases the action without the lock: releasing the captured objects may run a user's code.
  private func take() -> (@Sendable () -> Void)? {
    action.withLock { action in
      defer { action = nil }
      return action
    }
  }
}
