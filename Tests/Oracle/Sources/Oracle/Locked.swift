import Foundation

/// A value under a lock that the thread sanitizer knows.
///
/// `@unchecked Sendable`: the value is touched only with the lock held.
final class Locked<State>: @unchecked Sendable {
  private let lock = NSLock()
  private var state: State

  init(_ state: State) { self.state = state }

  func withLock<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { body(&state) } }
}
