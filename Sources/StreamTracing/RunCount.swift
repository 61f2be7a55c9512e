import StreamPrimitives
import Synchronization

/// Counts the runs of computations, handlers, effects and executions that a test causes.
///
/// It counts the runs that its closure causes, and those of tasks that the closure starts. So concurrent tests do not
/// interfere. Nodes that are not recorded are counted, too, if they are properties, effects or commands.
package final class RunCount: Sendable {
  @TaskLocal private static var current: RunCount?
  private static let openCount = SystemAtomic<Int>(0)

  private struct Runs {
    var counts: [String: Int] = [:]

    /// The labels of the runs of each derived property whose result was the same as before, the newest last.
    var same: [TraceKey: [String]] = [:]
  }

  private let lock = SystemLock()

  /// Guarded by: lock.
  nonisolated(unsafe) private var runs = Runs()

  package init() {}

  /// Whether any runs are counted. Checked at each run while a recording is on.
  package static var isOpen: Bool { openCount.load(ordering: .relaxed) != 0 }

  /// Counts a run.
  ///
  /// - Parameter same: The derived property whose result was the same as before.
  package static func add(_ label: @autoclosure () -> String, _ same: TraceKey? = nil) {
    guard let current else { return }
    let label = label()
    current.withLock { runs in
      runs.counts[label, default: 0] += 1
      if let same { runs.same[same, default: []].append(label) }
    }
  }

  /// Removes the last run of a derived property from ``wasted``, because its result has made nothing else run.
  package static func excuse(_ key: TraceKey) {
    current?.withLock { runs in
      guard var labels = runs.same[key], !labels.isEmpty else { return }
      labels.removeLast()
      runs.same[key] = labels.isEmpty ? nil : labels
    }
  }

  private func withLock<Result>(_ body: (inout Runs) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&runs)
  }

  /// Runs a closure, and counts the runs that it causes.
  package func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    RunCount.openCount.add(1, ordering: .relaxed)
    defer { RunCount.openCount.subtract(1, ordering: .relaxed) }
    return try RunCount.$current.withValue(self) { () -> Swift.Result<Result, Failure> in
      Swift.Result { () throws(Failure) in try body() }
    }.get()
  }

  package nonisolated(nonsending) func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    RunCount.openCount.add(1, ordering: .relaxed)
    defer { RunCount.openCount.subtract(1, ordering: .relaxed) }
    return try await RunCount.$current.withValue(self, operation: body)
  }

  /// How often each node ran, the most first.
  package var counts: [(label: String, count: Int)] { Self.sorted(withLock { $0.counts }) }

  /// How often each derived property had the same result as before, and yet made other code run.
  package var wasted: [(label: String, count: Int)] {
    Self.sorted(
      withLock { runs in
        runs.same.values.joined().reduce(into: [:]) { $0[$1, default: 0] += 1 }
      })
  }

  private static func sorted(_ counts: [String: Int]) -> [(label: String, count: Int)] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { (label: $0.key, count: $0.value) }
  }
}

extension TraceNode {
  /// The name and the place.
  package var label: String { info.place.map { "\(name) (\($0))" } ?? name }
}
