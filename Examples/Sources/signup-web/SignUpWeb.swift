import ArgumentParser
import Foundation
import Inspection
import Logging
import SignUpModel
import SignUpWeb

#if POSTGRES
  import SignUpPostgres
#endif

/// The sign-up screen as a web page.
@main
struct SignUpWeb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signup-web",
    abstract: "A sign-up screen as a web page, whose every element is an object on the server.")

  @Option(
    help: ArgumentHelp(
      "Where addresses are kept: a file, or postgres://…, which many servers share.", valueName: "store"))
  var store = "subscribers.sqlite"

  @Option(help: "Where to listen, 0 for any free port.")
  var port: UInt16 = 8080

  @Option(help: ArgumentHelp("How long a request takes at least, in milliseconds.", valueName: "ms"))
  var latency: UInt32 = 800

  @Option(help: ArgumentHelp("How long a session outlives its last tab, in milliseconds.", valueName: "ms"))
  var linger: UInt32 = 5_000

  @Option(help: ArgumentHelp("How long somebody who connects may be silent, in milliseconds.", valueName: "ms"))
  var patience: UInt32 = 20_000

  @Option(help: "What is logged on standard error, from this level on.")
  var log = Logger.Level.notice

  @OptionGroup var inspection: Inspection

  @MainActor
  func run() async throws {
    try inspection.begin()
    LoggingSystem.bootstrap(StreamLogHandler.standardError)
    var logger = Logger(label: "signup-web")
    logger.logLevel = log

    allowManyFiles()
    let list = try openList()
    let sessions = Sessions(list, linger: .milliseconds(linger), logger: logger)
    let site = Site(sessions, patience: .milliseconds(patience), logger: logger)
    try await site.serve(host: "127.0.0.1", port: Int(port)) { port in say("http://127.0.0.1:\(port)") }
  }

  private func openList() throws(SubscribeError) -> any SubscriberList {
    guard store.hasPrefix("postgres://") || store.hasPrefix("postgresql://") else {
      return try AddressBook(path: store, latency: .milliseconds(latency))
    }
    #if POSTGRES
      return try PostgresList(address: store, latency: .milliseconds(latency))
    #else
      throw .storeFailed("This program was built without libpq: apt-get install libpq-dev, and build it again.")
    #endif
  }

  /// Prints a line at once, also into a pipe.
  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  /// Every socket is a file, and shells start programs with room for few.
  private func allowManyFiles() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, 8_192)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
