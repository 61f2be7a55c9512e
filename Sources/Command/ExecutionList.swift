/// A list of executions, in order. Appending, removing any execution and removing the first take constant time on
/// average.
struct ExecutionList {
  /// The executions, each by its `place`: their number in the order in which they were appended.
  private var executions: [Int: ExecutionCore] = [:]
  private var first = 0
  private var end = 0

  var count: Int { executions.count }

  /// The executions, in the order in which they were appended.
  var all: [ExecutionCore] { executions.sorted { $0.key < $1.key }.map(\.value) }

  mutating func append(_ execution: ExecutionCore) {
    execution.place = end
    executions[end] = execution
    end += 1
  }

  /// Removes an execution of this list.
  mutating func remove(_ execution: ExecutionCore) {
    executions[execution.place] = nil
    // A list that was long returns its memory.
    if executions.isEmpty, executions.capacity > 64 { executions = [:] }
  }

  mutating func popFirst() -> ExecutionCore? {
    while first < end {
      defer { first += 1 }
      guard let execution = executions[first] else { continue }
      remove(execution)
      return execution
    }
    return nil
  }
}
