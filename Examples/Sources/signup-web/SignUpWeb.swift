import Foundation
import SignUpWeb

/// The sign-up screen as a web page.
@main
@MainActor
struct SignUpWeb {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      guard !options.wantsHelp else { return say(Options.usage) }
      allowManyFiles()
      let book = try AddressBook(path: options.store, latency: options.latency)
      let site = Site(Sessions(book, linger: options.linger), patience: options.patience)
      try await site.serve(host: "127.0.0.1", port: options.port) { port in say("http://127.0.0.1:\(port)") }
    } catch {
      FileHandle.standardError.write(Data("signup-web: \(error)\n".utf8))
      if error is Options.Misuse { say(Options.usage) }
      exit(2)
    }
  }

  /// Prints a line at once, also into a pipe.
  private nonisolated static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  /// Every socket is a file, and shells start programs with room for few.
  private static func allowManyFiles() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, 8_192)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
