/// A list of executions, in order. Appending, removing any execution and removing the first take constant time on
/// average.
struct ExecutionList {
  /// The executions, each at its own `place`. A removed execution leaves a hole.
  private var places: [ExecutionCore?] = []

  /// Everything before this index is a hole.
  private var start = 0

  private(set) var count = 0

  /// The executions, in the order in which they were appended.
  var all: [ExecutionCore] { places[start...].compactMap { $0 } }

  mutating func append(_ execution: ExecutionCore) {
    execution.place = places.count
    places.append(execution)
    count += 1
  }

  /// Removes an execution. Does nothing if the list does not have it.
  mutating func remove(_ execution: ExecutionCore) {
    guard execution.place < places.count, places[execution.place] === execution else { return }
    places[execution.place] = nil
    count -= 1
    // Every removal pays for moving one execution, because the holes are the majority by then.
    if places.count > 2 * count + 16 || count == 0 { close() }
  }

  mutating func popFirst() -> ExecutionCore? {
    while start < places.count {
      if let execution = places[start] {
        remove(execution)
        return execution
      }
      start += 1
    }
    return nil
  }

  /// Removes the holes.
  private mutating func close() {
    let executions = all
    places.removeAll(keepingCapacity: places.capacity <= 64)
    (start, count) = (0, 0)
    for execution in executions { append(execution) }
  }
}
