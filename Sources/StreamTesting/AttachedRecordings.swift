import StreamPrimitives
import StreamTracing

#if canImport(Testing)
  public import Testing
#endif

/// Runs a check, and reports the problem that it returns. If attachments are taken, its recording is attached.
func reportProblem(at site: CallSite, _ check: () throws -> String?) {
  func problem() -> String? {
    do { return try check() } catch { return "\(error)" }
  }
  #if canImport(Testing)
    if AttachedRecordings.areWanted { return AttachedRecordings.reportProblem(at: site, problem) }
  #endif
  if let problem = problem() { report(problem, at: site) }
}

#if canImport(Testing)
  /// The recordings of failed tests.
  package enum AttachedRecordings {
    /// Receives the recordings in place of Swift Testing.
    @TaskLocal package static var taker: (@Sendable (_ name: String, _ lines: String) -> Void)?

    /// Whether the whole test is recorded.
    @TaskLocal fileprivate static var isOfTest = false

    /// Whether a failed picture attaches its recording.
    fileprivate static var areWanted: Bool { isTaken && !isOfTest && Trace.isAvailable }

    private static var isTaken: Bool {
      taker != nil || Test.current != nil && CommandLine.arguments.contains { $0.hasPrefix("--attachments-path") }
    }

    fileprivate static func reportProblem(at site: CallSite, _ check: () -> String?) {
      let scope = TraceScope.here
      defer { scope.end() }
      scope.record {
        guard let problem = check() else { return }
        report(problem, at: site)
        let file = "\(site.fileID)".drop { $0 != "/" }.dropFirst().prefix { $0 != "." }
        attach(scope.recording, "\(file)-\(site.line)", site.location)
      }
    }

    fileprivate static func attach(_ recording: Recording, _ name: some StringProtocol, _ location: SourceLocation) {
      let (name, lines) = ("\(name).jsonl", recording.jsonLines)
      if let taker { return taker(name, lines) }
      Attachment.record(lines, named: name, sourceLocation: location)
    }
  }

  /// Records each test, and attaches the recording of a test that fails.
  ///
  /// ```swift
  /// @MainActor @Suite(.recorded) struct CartTests {
  ///   @Test func itBeginsWithoutANote() { #expect(Cart().note.isEmpty) }
  /// }
  /// ```
  ///
  /// `swift test --attachments-path FOLDER` writes the attachments into an existing folder; Xcode shows them in its
  /// report. Open them with the inspector.
  public struct RecordedTrait: TestTrait, SuiteTrait, TestScoping {
    /// Applies to all tests of a suite.
    public var isRecursive: Bool { true }

    /// Runs a test in a recording.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      guard testCase != nil, Trace.isAvailable else { return try await function() }
      let scope = TraceScope.here
      defer { scope.end() }
      let hasFailed = Lock(false)
      try await scope.record {
        let issues = IssueHandlingTrait.compactMapIssues { issue in
          hasFailed.withLock { $0 = true }
          return issue
        }
        defer {
          if hasFailed.withLock({ $0 }) {
            AttachedRecordings.attach(scope.recording, test.name.prefix { $0 != "(" }, test.sourceLocation)
          }
        }
        do {
          try await AttachedRecordings.$isOfTest.withValue(true) {
            try await issues.provideScope(for: test, testCase: testCase, performing: function)
          }
        } catch {
          hasFailed.withLock { $0 = true }
          throw error
        }
      }
    }
  }

  extension Trait where Self == RecordedTrait {
    /// Records each test, and attaches the recording of a test that fails, for the inspector.
    ///
    /// The recordings of concurrent tests do not disturb each other. A test that starts one with ``Trace`` ends them.
    public static var recorded: Self { Self() }
  }
#endif
