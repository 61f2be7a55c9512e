import ArgumentParser
import Foundation
import NIOCore
import Recordings

/// Shows the recording of a program that uses Rill.
@main
struct Inspect: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows the recording of a program in a browser, live or later.")

  @Argument(help: "The file of a recording. The page also shows lines that are added later.")
  var file: String?

  @Option(help: ArgumentHelp("The address that programs connect to.", valueName: "host:port"))
  var listen: Address?

  @Option(help: "The port of the page, 0 for any free port.")
  var port = 0

  @Option(help: "The folder with the source files of the program, to open a place in an editor.")
  var sources = "."

  @Option(
    help: ArgumentHelp(
      "The address that opens a place in an editor.",
      discussion: "It contains {path} and {line}. Xcode: xed://open?file={path}&line={line}."))
  var editor = Self.code

  func validate() throws {
    if (file == nil) == (listen == nil) {
      throw ValidationError("Pass either the file of a recording, or --listen with an address such as 127.0.0.1:7455.")
    }
    if !(0...65_535).contains(port) { throw ValidationError("There is no port \(port). Pass one from 0 to 65535.") }
    if !editor.contains("{path}") {
      throw ValidationError("--editor needs an address with {path}, such as \(Self.code).")
    }
    // The page goes to this address, so it must not be a script.
    if editor.lowercased().hasPrefix("javascript:") || editor.lowercased().hasPrefix("data:") {
      throw ValidationError("--editor accepts no script. Pass an address such as \(Self.code).")
    }
  }

  private static let code = "vscode://file{path}:{line}"

  func run() async throws {
    let recording = Recording()
    let handle = try file.map { try open($0) }
    try await withThrowingTaskGroup { group in
      if let handle { group.addTask { try await recording.follow(handle) } }
      if let listen {
        group.addTask { try await Listener(recording).run(at: listen) { say("Programs connect to \($0)") } }
      }
      group.addTask { [port, sources, editor] in
        try await PageServer(recording, Sources(folder: sources, editor: editor)).run(port: port) {
          say("http://127.0.0.1:\($0)")
        }
      }
      // All of them run until an error.
      do {
        try await group.next()
      } catch let error as IOError where error.errnoCode == EADDRINUSE {
        throw ValidationError(portInUse)
      }
    }
  }

  private var portInUse: String {
    if let listen, port == 0 {
      return "\(listen) is in use, perhaps by another inspector. Try --listen \(listen.host):\(listen.port + 1)."
    }
    let places = (listen.map { ["\($0)"] } ?? []) + ["127.0.0.1:\(port)"]
    return "\(places.joined(separator: " or ")) is in use. Try other ports, or --port 0 for any free port."
  }

  private func open(_ path: String) throws -> FileHandle {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw ValidationError(
        "There is no recording at \(path), or it cannot be read. A program makes one with "
          + "try Trace.start(to: .file(\"\(path)\")).")
    }
    return handle
  }
}

/// Prints a line without buffering, even into a pipe.
private func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

/// A host with a port.
struct Address: ExpressibleByArgument, CustomStringConvertible {
  let host: String
  let port: Int

  init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  init?(argument: String) {
    guard let colon = argument.lastIndex(of: ":"), let port = Int(argument[argument.index(after: colon)...]),
      (0...65_535).contains(port), colon > argument.startIndex
    else { return nil }
    self.init(host: String(argument[..<colon]), port: port)
  }

  var description: String { "\(host):\(port)" }
}
