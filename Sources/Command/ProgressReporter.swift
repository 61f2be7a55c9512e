/// How work says how far it is, to the observers of its ``Execution/progress`` and of its command's
/// ``Command/progress``.
///
/// ```swift
/// let download = Command { (file: File, progress: ProgressReporter) async throws(LoadError) -> Data in
///   try await load(file) { progress.report($0) }
/// }
/// ```
///
/// It keeps nothing alive. From any thread.
public struct ProgressReporter: Sendable {
  weak let execution: ExecutionCore?

  /// Says which fraction of the work is done: 0 for nothing, 1 for all.
  ///
  /// What lies outside is taken for the nearer end, and what is no number for nothing said. The same fraction twice in
  /// a row is said once. Once the execution has ended, reports are dropped.
  public func report(_ fraction: Double) {
    if !fraction.isNaN { execution?.report(min(max(fraction, 0), 1)) }
  }
}
