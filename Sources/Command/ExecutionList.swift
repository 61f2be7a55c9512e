/// The doubly linked list of a command's executions, in order.
struct ExecutionList {
  private(set) var count = 0
  private var first: ExecutionCore?

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

  /// Removes an execution of this list.
  mutating func remove(_ execution: ExecutionCore) {
    let next = execution.next.take()
    if let next { next.previous = execution.previous } else { last = execution.previous }
    if let previous = execution.previous.take() { previous.next = next } else { first = next }
    count -= 1
  }
}
