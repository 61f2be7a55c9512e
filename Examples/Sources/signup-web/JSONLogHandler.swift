import Foundation
import Logging

/// Writes each message as a line of JSON on standard error, for programs that read logs.
struct JSONLogHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata = Logger.Metadata()
  private let label: String

  init(label: String) { self.label = label }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var fields = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" }
    fields["time"] = Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    fields["level"] = event.level.rawValue
    fields["label"] = label
    fields["message"] = "\(event.message)"
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let line = try? encoder.encode(fields) else { return }
    FileHandle.standardError.write(line + Data("\n".utf8))
  }
}

enum LogFormat: String, CaseIterable { case text, json }
