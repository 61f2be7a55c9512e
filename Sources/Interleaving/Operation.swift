/// What a thread is about to do, as far as others can notice.
struct Operation {
  enum Kind {
    /// The thread begins, or goes on after others have: nobody notices.
    case begin
    case load
    case store
    case update
    case lock
    /// It waits for a change to be announced, and then for the lock.
    case wait(canTimeOut: Bool)
    /// It waits until all others are over.
    case join
  }

  let kind: Kind

  /// The number of the object that is touched; 0 for none.
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
