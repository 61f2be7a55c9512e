import ArgumentParser
import Remote
import Rill
import SignUpModel
import SignUpWeb
import TerminalLines

/// The list of another `signup-web`, in the terminal. Each line typed is an address to add.
@main
struct SignUpRemote: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signup-remote",
    abstract: "Shows the list of a signup-web, and adds the addresses that you type.")

  @Option(help: "The host of the signup-web.")
  var host = "127.0.0.1"

  @Option(help: "The port of the signup-web.")
  var port = 8080

  func validate() throws {
    if !(1...65_535).contains(port) {
      throw ValidationError("There is no port \(port). Pass the port of a signup-web, from 1 to 65535.")
    }
  }

  @MainActor
  func run() async throws {
    let address = WireAddress(host, port)
    let list = RemoteProperty<ListSummary>("summary", at: address)
    let subscribe = RemoteCommand<String, Nothing, SubscribeError>("subscribe", at: address)

    let place = "\(host):\(port)"
    let shown = combineLatest(list.value, list.connection) { list, connection in
      let known = list.map { "\($0.count) subscribers, the newest: \($0.newest.first ?? "none")" }
      return switch connection {
      case .live: known ?? "the list has not arrived yet"
      case .connecting: known.map { "not connected, \($0)" } ?? "connecting to \(place)…"
      case .waiting: known.map { "not connected, \($0)" } ?? "Nothing answers at \(place). Trying again…"
      case .failed: "There is no signup-web at \(place). Start one, and pass its --host and --port."
      }
    }
    let showing = shown.distinctUntilChanged().subscribe { Terminal.say($0) }
    defer { showing.dispose() }

    let answers = Terminal.lines.filter { !$0.isEmpty }
      .concatMap { line in
        subscribe.execute(line).map { _ in "\(line): thanks" }.catch { .just("\(line): \($0.text)") }
      }
    for await answer in answers.values { Terminal.say(answer) }
  }
}

extension RemoteFailure<SubscribeError> {
  fileprivate var text: String {
    switch self {
    case .failed(let error): "\(error)"
    case .lost(.full): "too many addresses are queued; try again later"
    case .lost(.gaveUp): "not sent, because no signup-web answers"
    case .lost(.discarded): "not sent, because it was discarded"
    case .lost(.notStored(let failure)): "not sent, because it could not be stored: \(failure)"
    }
  }
}
