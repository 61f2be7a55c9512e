// The system's own atomics, also where the library stands on models: a recording is no part of what is explored.
public import Synchronization

/// Records what flows: which streams, subscriptions, properties and commands are alive and where they were made, who
/// is attached to whom, every event with the event that caused it, and how runs end.
///
/// ```swift
/// try Trace.start(to: .file("recording.jsonl"))   // first thing in the program
/// // what is to be recorded
/// Trace.stop()
/// ```
///
/// What is made while a recording goes on is recorded; what was made before is not, so start it first. Any thread may
/// call this. `Docs/Tracing.md` describes what is recorded, `Docs/Debugging.md` how to read it.
///
/// Debug builds can record. Where nobody does, that costs a question when something is made, and nothing for an event.
/// A release build can if the package's trait `Tracing` is on; without it nothing of this is in the code of streams.
public enum Trace {
  /// Whether values are recorded as text. Text of values can say more than a log should.
  public enum Privacy: Sendable {
    /// With the first 120 characters of each value.
    case shown
    /// Without values and failures.
    case hidden
  }

  /// Where a recording goes.
  public struct Destination: Sendable {
    package enum Kind: Sendable {
      case memory
      case file(String)
      case address(host: String, port: UInt16)
    }

    package let kind: Kind

    /// Nowhere else: it is asked for by ``Trace/recording`` or given back by ``Trace/stop()``.
    public static let memory = Destination(kind: .memory)

    /// A file of JSON lines, which is replaced.
    public static func file(_ path: String) -> Destination { Destination(kind: .file(path)) }

    /// Who listens at a port of this machine or another: the inspector (`inspect --listen 127.0.0.1:7455`).
    public static func address(_ host: String = "127.0.0.1", port: UInt16) -> Destination {
      Destination(kind: .address(host: host, port: port))
    }

    /// What a command line says: an address as `host:port`, else the name of a file.
    public init(_ argument: String) {
      let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
      if parts.count == 2, let port = UInt16(parts[1]) {
        self = .address(parts[0].isEmpty ? "127.0.0.1" : String(parts[0]), port: port)
      } else {
        self = .file(argument)
      }
    }

    init(kind: Kind) { self.kind = kind }
  }

  /// Whether anything is recorded. Asked when something is made, and where something unusual happens.
  ///
  /// Where it is a constant, the compiler leaves out all that follows from it.
  @inlinable package static var isOn: Bool {
    #if DEBUG || Tracing
      isTracing.load(ordering: .relaxed)
    #else
      false
    #endif
  }

  /// Whether what is made here and now is recorded.
  @inlinable package static var isOnHere: Bool { isOn && TraceScope.isRecorded }

  /// Whether this build can record: debug builds can, and release builds with the package's trait `Tracing`.
  public static var isAvailable: Bool {
    #if DEBUG || Tracing
      true
    #else
      false
    #endif
  }

  /// Begins a recording; one that goes on is stopped before.
  ///
  /// It keeps the newest `capacity` events, rounded up to a thousand for each thread, the nodes that are alive, and
  /// twice `capacity` of those that are gone. A file or an address receives everything within a tenth of a second. The
  /// program never waits for it: events beyond the capacity that it has not taken are dropped, and their count is
  /// written. If it fails, the recording continues in memory. A capacity below one traps.
  ///
  /// - Throws: ``TraceError`` if the file cannot be made, nobody listens at the address, or this build cannot record.
  public static func start(
    to destination: Destination, privacy: Privacy = .shown, capacity: Int = 100_000
  ) throws(TraceError) {
    precondition(capacity > 0, "A recording cannot keep \(capacity) events.")
    guard isAvailable else { throw .notAvailable }
    stop()
    Recorder.shared.start(try Output(destination.kind), privacy, capacity)
  }

  /// Begins a recording in memory; one that goes on is stopped before. See ``start(to:privacy:capacity:)``. In a build
  /// that cannot record it stays empty; see ``isAvailable``.
  public static func start(privacy: Privacy = .shown, capacity: Int = 100_000) {
    precondition(capacity > 0, "A recording cannot keep \(capacity) events.")
    stop()
    Recorder.shared.start(nil, privacy, capacity)
  }

  /// Ends the recording and returns it. What was not written yet is written, unless the peer takes nothing for a
  /// second.
  @discardableResult
  public static func stop() -> Recording { Recorder.shared.stop() }

  /// What was recorded so far.
  public static var recording: Recording { Recorder.shared.recording }

  /// The way by which the event has come that this thread handles: `Form.swift:12 → map → retry → Form.swift:30`.
  /// Where nothing is recorded, or no event is being handled, there is none.
  ///
  /// ```swift
  /// request.subscribe(next: { print($0) }, failed: { print("\($0) by way of \(Trace.path ?? "?")") })
  /// ```
  ///
  /// It is looked for among all that was recorded, so ask for failures and not for each value. ``log(_:to:file:line:)``
  /// says it of failures.
  public static var path: String? {
    guard isOn else { return nil }
    let (event, recording) = (TraceNode.currentEvent, recording)
    return recording.events.last { $0.id == event }.map(recording.path)
  }

  /// What is alive, by the place that made it: for a look in between.
  public static var alive: AliveReport { AliveReport(Recorder.shared.alive()) }

  /// Prints what is alive, by the place that made it, with what keeps it.
  @discardableResult
  public static func live() -> AliveReport {
    let report = alive
    print(report)
    return report
  }
}

/// Why a recording cannot be written.
public enum TraceError: Error, Equatable {
  /// The file cannot be made; with the system's number of the error.
  case cannotOpen(path: String, errno: Int32)
  /// This is a release build without the package's trait `Tracing`.
  case notAvailable
  /// Nobody listens there, or there is no such address; with the system's number of the error.
  case cannotConnect(host: String, port: UInt16, errno: Int32)
}

/// Whether anything is recorded. It is asked for at every set-up, so it is not under the recorder's lock.
@usableFromInline let isTracing = SystemAtomic<Bool>(false)

/// The system's own atomics, whatever the library stands on.
@usableFromInline typealias SystemAtomic = Atomic
