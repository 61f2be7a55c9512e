/// Reports the progress of work to the observers of ``Execution/progress`` and ``Command/progress``.
///
/// ```swift
/// let download = Command { (file: File, progress: ProgressReporter) async throws(LoadError) -> Data in
///   try await load(file) { progress.report($0) }
/// }
/// ```
///
/// It retains nothing. May be used from any thread.
public struct ProgressReporter: Sendable {
  weak let execution: ExecutionCore?

  /// Reports the fraction of the work that is done, from 0 to 1.
  ///
  /// A fraction outside of that range is clamped; not-a-number and a repeated fraction are ignored. Reports after the
  /// end of the execution are dropped.
  public func report(_ fraction: Double) {
    if !fraction.isNaN { execution?.report(min(max(fraction, 0), 1)) }
  }
}
