import ArgumentParser
import Foundation
import NIOCore
import Recordings

/// Shows the recording of a program that uses Rill.
@main
struct Inspect: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows the recording of a program in a browser, while it is made or later.")

  @Argument(help: "A recording. Lines that are added to it are shown, too.")
  var file: String?

  @Option(help: ArgumentHelp("Where programs connect to be followed.", valueName: "host:port"))
  var listen: Address?

  @Option(help: "The port of the page, 0 for any that is free.")
  var port = 0

  func validate() throws {
    if (file == nil) == (listen == nil) {
      throw ValidationError("Say either the name of a recording, or --listen and an address such as 127.0.0.1:7455.")
    }
    if !(0...65_535).contains(port) { throw ValidationError("There is no port \(port).") }
  }

  func run() async throws {
    let recording = Recording()
    let handle = try file.map { try open($0) }
    try await withThrowingTaskGroup { group in
      if let handle { group.addTask { try await recording.follow(handle) } }
      if let listen {
        group.addTask { try await Listener(recording).run(at: listen) { say("Programs connect to \($0)") } }
      }
      group.addTask { [port] in
        try await PageServer(recording).run(port: port) { say("http://127.0.0.1:\($0)") }
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
    return "\(places.joined(separator: " or ")) is in use. Try other ports, or --port 0 for any that is free."
  }

  private func open(_ path: String) throws -> FileHandle {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw ValidationError("There is no recording at \(path), or it cannot be read.")
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
