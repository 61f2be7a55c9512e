/// Reads properties without following them: what `body` reads makes no closure run again that it is called in.
///
/// ```swift
/// let shown = Property { "\(name.value), \(untracked { time.value })" }     // follows the name only
/// ```
///
/// What is read is up to date all the same. Outside of a closure that is tracked it does nothing.
public func untracked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  let suspended = Turn.current._withUnsafeGuaranteedRef { $0.suspendTracking() }
  defer { Turn.current._withUnsafeGuaranteedRef { $0.resumeTracking(suspended) } }
  return try body()
}
