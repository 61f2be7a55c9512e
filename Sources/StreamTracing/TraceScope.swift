import Synchronization

/// A part of a program whose objects are known, whether or not anything is recorded: a test that looks for leaks asks
/// only after what it has made itself. A recording that is begun in one leaves out what is made in none: so it does not
/// disturb tests that run beside it.
@usableFromInline
package struct TraceScope: Sendable {
  @TaskLocal static var current = 0

  /// Whether what is made here is to be known.
  @usableFromInline static var isRecorded: Bool { recordsEverywhere.load(ordering: .relaxed) || current != 0 }

  private let number = Recorder.shared.nextNode()

  /// From now on what is made is known, until ``end()``.
  package init() { Recorder.shared.watch(1) }

  package func end() { Recorder.shared.watch(-1) }

  /// What `body` and the tasks in it make belongs to the scope.
  package func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try TraceScope.$current.withValue(number) { () -> Swift.Result<Result, Failure> in
      Swift.Result { () throws(Failure) in try body() }
    }.get()
  }

  /// What `body` and the tasks in it make belongs to the scope.
  package nonisolated(nonsending) func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await TraceScope.$current.withValue(number, operation: body)
  }

  /// What was made in the scope and is alive.
  package var alive: AliveReport { AliveReport(Recorder.shared.alive(in: number)) }
}

/// Whether what is made outside of all scopes is recorded.
let recordsEverywhere = SystemAtomic<Bool>(false)
