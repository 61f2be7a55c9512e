import Synchronization

/// A part of a program whose objects are known even without a recording.
///
/// A test for leaks asks only for the objects that it has made itself. A recording that starts inside a scope ignores
/// objects made outside all scopes, so it does not disturb concurrent tests.
@usableFromInline
package struct TraceScope: Sendable {
  @TaskLocal static var current = 0

  /// Whether objects made here are known.
  @usableFromInline static var isRecorded: Bool { recordsEverywhere.load(ordering: .relaxed) || current != 0 }

  private let number: Int

  /// Creates a scope. Objects made in it are known at least until ``end()``.
  package init() { self.init(number: Recorder.shared.nextNode()) }

  private init(number: Int) {
    self.number = number
    Recorder.shared.changeScopes(by: 1)
  }

  /// The scope in which this code runs, or a new one. End it, too.
  package static var here: TraceScope { current == 0 ? TraceScope() : TraceScope(number: current) }

  package func end() { Recorder.shared.changeScopes(by: -1) }

  /// Runs a closure in the scope, together with its tasks.
  package func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try TraceScope.$current.withValue(number) { () -> Swift.Result<Result, Failure> in
      Swift.Result { () throws(Failure) in try body() }
    }.get()
  }

  /// Runs a closure in the scope, together with its tasks.
  package nonisolated(nonsending) func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await TraceScope.$current.withValue(number, operation: body)
  }

  /// The part of a recording that is about objects made in the scope.
  package func own(_ recording: Recording) -> Recording { recording.filtered(number) }

  /// Records while a closure runs in the scope, beside others that do. A running recording continues.
  ///
  /// ``recording`` is the recording of the scope, until the closure returns.
  package func record<Result, Failure: Error>(
    _ capacity: Int = 100_000, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try run { () throws(Failure) in
      Recorder.shared.join(capacity)
      defer { Recorder.shared.leave() }
      return try body()
    }
  }

  package nonisolated(nonsending) func record<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await run {
      Recorder.shared.join(100_000)
      defer { Recorder.shared.leave() }
      return try await body()
    }
  }

  /// The part of the running recording that is about objects made in the scope.
  package var recording: Recording { own(Trace.recording) }

  /// The number of events of the objects made in the current scope.
  package static var eventCount: Int { Recorder.shared.eventCount(in: current) }

  /// The live objects made in the scope.
  package var alive: AliveReport { AliveReport(Recorder.shared.alive(in: number)) }
}

/// Whether objects made outside all scopes are recorded.
let recordsEverywhere = SystemAtomic<Bool>(false)
