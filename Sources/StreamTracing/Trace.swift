// The system's atomics, even in models: a recording is not explored.
public import Synchronization

/// Records the nodes of a program and their events.
///
/// A recording has the live streams, subscriptions, properties and commands with the places that made them, their
/// connections, and every event with its cause.
///
/// ```swift
/// try Trace.start(to: .file("recording.jsonl"))   // first thing in the program
/// // the code to record
/// Trace.stop()
/// ```
///
/// Objects made during a recording are recorded, earlier ones are not, so start it first. Any thread may call this.
/// `Docs/Guides/Tracing.md` describes the contents of a recording, `Docs/Guides/Debugging.md` how to read it.
///
/// Debug builds can record. Without a recording, that costs a check for each new object and each change of state, and
/// nothing for a value of a stream. A release build can record with the package's trait `Tracing`; without it streams
/// contain no code for it.
public enum Trace {
  /// Whether values are recorded as text, which may contain more than a log should.
  public enum Privacy: Sendable {
    /// With the first 120 Unicode scalars of each value.
    case shown
    /// Without values and failures.
    case hidden
  }

  /// The destination of a recording.
  public struct Destination: Sendable {
    package enum Kind: Sendable {
      case memory
      case file(String)
      case address(host: String, port: UInt16)
    }

    package let kind: Kind

    /// Memory only: read it by ``Trace/recording``, or by the result of ``Trace/stop()``.
    public static let memory = Destination(kind: .memory)

    /// A file of JSON lines, which is replaced.
    public static func file(_ path: String) -> Destination { Destination(kind: .file(path)) }

    /// A listener at a port of this machine or another: the inspector (`inspect --listen 127.0.0.1:7455`).
    public static func address(_ host: String = "127.0.0.1", port: UInt16) -> Destination {
      Destination(kind: .address(host: host, port: port))
    }

    /// Parses a command-line argument: an address as `host:port`, otherwise the name of a file.
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

  /// Whether a recording is running, or a ``TraceScope`` is open.
  ///
  /// Checked when an object is made, at changes of state, and at rare events of streams.
  ///
  /// If it is a constant, the compiler removes all code that depends on it.
  @inlinable package static var isOn: Bool {
    #if DEBUG || Tracing
      isTracing.load(ordering: .relaxed)
    #else
      false
    #endif
  }

  /// Whether objects made in this scope are recorded.
  @inlinable package static var isOnHere: Bool { isOn && TraceScope.isRecorded }

  /// Whether this build can record: debug builds can, and release builds with the package's trait `Tracing`.
  public static var isAvailable: Bool {
    #if DEBUG || Tracing
      true
    #else
      false
    #endif
  }

  /// Starts a recording; a running one is stopped first.
  ///
  /// It keeps the newest `capacity` events, rounded up to a thousand for each thread, the nodes that are alive, and up
  /// to twice `capacity` of those that are gone. A file or an address receives everything within a tenth of a second.
  /// Only ``stop()`` waits for it. If it is too slow, events beyond the capacity are dropped, and their count is
  /// written. If it fails, the recording continues in memory. A capacity below one traps.
  ///
  /// - Throws: ``TraceError`` if the file cannot be created, the address has no listener, or this build cannot record.
  public static func start(
    to destination: Destination, privacy: Privacy = .shown, capacity: Int = 100_000
  ) throws(TraceError) {
    if capacity <= 0 { fatalError("`Trace.start` needs a capacity of 1 or more, got \(capacity).") }
    guard isAvailable else { throw .notAvailable }
    try Recorder.shared.start(privacy, capacity) { () throws(TraceError) in try Output(destination.kind) }
  }

  /// Starts a recording in memory; a running one is stopped first.
  ///
  /// See ``start(to:privacy:capacity:)``. In a build that cannot record it stays empty; see ``isAvailable``.
  public static func start(privacy: Privacy = .shown, capacity: Int = 100_000) {
    if capacity <= 0 { fatalError("`Trace.start` needs a capacity of 1 or more, got \(capacity).") }
    Recorder.shared.start(privacy, capacity) { nil }
  }

  /// Ends the recording and returns it. Unwritten events are written, unless the peer takes nothing for a second.
  @discardableResult
  public static func stop() -> Recording { Recorder.shared.stop() }

  /// The recording so far.
  public static var recording: Recording { Recorder.shared.recording }

  /// The path of the event that this thread is handling: `Form.swift:12 → map → retry → Form.swift:30`.
  ///
  /// It is `nil` without a recording, or if the thread handles no event.
  ///
  /// ```swift
  /// request.subscribe(next: { print($0) }, failed: { print("\($0) by way of \(Trace.path ?? "?")") })
  /// ```
  ///
  /// This searches the whole recording, so use it for failures and not for each value. ``log(_:to:file:line:)``
  /// includes it for failures.
  public static var path: String? {
    guard isOn else { return nil }
    let (event, recording) = (TraceNode.currentEvent, recording)
    return recording.events.last { $0.id == event }.map(recording.path)
  }

  /// The live objects, grouped by the place that made them.
  public static var alive: AliveReport { AliveReport(Recorder.shared.alive()) }

  /// Prints the live objects by the place that made them, with the sources that retain them.
  @discardableResult
  public static func live() -> AliveReport {
    let report = alive
    print(report)
    return report
  }
}

/// The reason why a recording cannot be written.
public enum TraceError: Error, Equatable {
  /// The file cannot be created; with the system's error number.
  case cannotOpen(path: String, errno: Int32)
  /// This is a release build without the package's trait `Tracing`.
  case notAvailable
  /// The address has no listener or does not exist; with the system's error number.
  case cannotConnect(host: String, port: UInt16, errno: Int32)
}

extension TraceError: CustomStringConvertible {
  /// The mistake and its remedy.
  public var description: String {
    switch self {
    case .cannotOpen(let path, let errno):
      "The recording cannot be written to \(path) (errno \(errno)). Name a file in a folder where files can be made."
    case .notAvailable:
      "This release build cannot record. Use a debug build, or enable the trait Tracing of the package."
    case .cannotConnect(let host, let port, let errno):
      "Nothing listens at \(host):\(port) (errno \(errno)). Start the inspector first: inspect --listen \(host):\(port)"
    }
  }
}

/// Whether a recording is running, or a scope is open. It is read often, so no lock guards it.
@usableFromInline let isTracing = SystemAtomic<Bool>(false)

/// The system's atomics, even in models.
@usableFromInline typealias SystemAtomic = Atomic
