/// A doubly linked list of executions, in order. An execution is in at most one list.
struct ExecutionList {
  private(set) var count = 0
  private(set) var first: ExecutionCore?

  /// `first` and the executions that follow it keep it alive.
  private unowned(unsafe) var last: ExecutionCore?

  /// The executions, in the order in which they were appended.
  var all: [ExecutionCore] {
    var (all, next) = ([ExecutionCore](), first)
    while let execution = next {
      all.append(execution)
      next = execution.next
    }
    return all
  }

  mutating func append(_ execution: ExecutionCore) {
    execution.previous = last
    if let last { last.next = execution } else { first = execution }
    last = execution
    count += 1
  }

  /// Removes an execution of this list, unless the list is empty: that of a released command has no executions.
  mutating func remove(_ execution: ExecutionCore) {
    guard count > 0 else { return }
    let next = execution.next.take()
    if let next { next.previous = execution.previous } else { last = execution.previous }
    if let previous = execution.previous.take() { previous.next = next } else { first = next }
    count -= 1
  }

  mutating func popFirst() -> ExecutionCore? {
    guard let first else { return nil }
    remove(first)
    return first
  }
}
