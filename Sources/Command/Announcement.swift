import StreamPrimitives
/// What a command's observers are told, one after the other, and what else happens in line with that.
enum Announcement: Sendable {
  case state(Snapshot)

  /// `begins`: it was asked for by an observer who was being told something, so its work begins when all observers have
  /// been told.
  case began(ExecutionState, begins: Bool)
  case value(any Sendable)
  case progress(Double)
  case ended(ExecutionState.End)

  /// An observer comes or goes, or a handle ends after the observers have heard of it.
  case step(@Sendable () -> Void)

  /// The command is gone.
  case closed
}

/// An announcement, and the thread that made it.
struct Announced: Sendable {
  let announcement: Announcement
  let thread = currentThread

  init(_ announcement: Announcement) { self.announcement = announcement }
}

extension Announcement {
  var execution: ExecutionState? { if case .began(let execution, _) = self { execution } else { nil } }
  var value: (any Sendable)? { if case .value(let value) = self { value } else { nil } }
  var progress: Double? { if case .progress(let fraction) = self { fraction } else { nil } }
  var completion: Void? { if case .ended(.completed) = self { () } else { nil } }
  var failure: (any Error)? { if case .ended(.failed(.failed(let failure))) = self { failure } else { nil } }
  var cancellation: Void? { if case .ended(.failed(.cancelled)) = self { () } else { nil } }
}

/// The state as it is told to observers.
typealias Snapshot = (inFlight: Int, isEnabled: Bool, policy: ExecutionPolicy)
