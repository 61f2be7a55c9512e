/// The next operation of a thread, as visible to other threads.
struct Operation {
  enum Kind {
    /// The thread begins or resumes: invisible to other threads.
    case begin
    case load
    case store
    case update
    case lock
    /// Waits for a broadcast, and then for the lock.
    case wait(canTimeOut: Bool)
    /// Waits until all other threads have finished.
    case join
  }

  let kind: Kind

  /// The number of the accessed object; 0 for none.
  let object: Int
  var isTotal = false

  static let begin = Operation(kind: .begin, object: 0)

  /// Whether two operations of different threads have the same effect in either order.
  func commutes(with other: Operation) -> Bool {
    if isTotal, other.isTotal { return false }
    guard object == other.object, object != 0 else { return true }
    if case .load = kind, case .load = other.kind { return true }
    return false
  }
}

/// One line of the table of an interleaving.
struct Event {
  let thread: Int
  let text: String
  let place: SourcePlace?
}
