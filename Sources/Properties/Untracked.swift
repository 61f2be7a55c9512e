/// Reads properties without tracking: they do not become dependencies of the closure that calls it.
///
/// ```swift
/// let shown = Property { "\(name.value), \(untracked { time.value })" }     // follows the name only
/// ```
///
/// The values are up to date all the same. Outside of a tracked closure it changes nothing.
public func untracked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  let wasTracking = GraphThread.current._withUnsafeGuaranteedRef { $0.setTracking(false) }
  defer { GraphThread.current._withUnsafeGuaranteedRef { _ = $0.setTracking(wasTracking) } }
  return try body()
}
