public import ArgumentParser
import Rill

/// The options of a program that can be looked at with the inspector; see `Docs/Guides/Tracing.md`.
public struct Inspection: ParsableArguments, Sendable {
  @Flag(help: "Send a recording to the inspector. Start it first: inspect --listen 127.0.0.1:7455.")
  public var inspect = false

  @Option(
    help: ArgumentHelp(
      "Write a recording to a file, or send it to an inspector.", valueName: "file or host:port"))
  public var record: String?

  public init() {}

  /// Begins the requested recording. It does not contain earlier objects.
  public func begin() throws {
    if let record {
      try Trace.start(to: Trace.Destination(record))
    } else if inspect {
      try Trace.start(to: .address(port: 7455))
    }
  }

  /// Writes the rest of the recording. Without it the last tenth of a second is missing.
  public func end() { Trace.stop() }
}
