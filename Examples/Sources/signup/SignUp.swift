import ArgumentParser
import Foundation
import Inspection
import Rill
import SignUpModel
import TerminalLines

/// The sign-up screen as a terminal program: it reads lines, and prints changes.
@main
struct SignUp: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signup", abstract: "A sign-up screen: type an e-mail address, then :subscribe.")

  /// Not in the folder that the program is started in, which may well be a checkout.
  @Option(help: ArgumentHelp("The file that stores the addresses.", valueName: "file"))
  var store = FileManager.default.temporaryDirectory.appendingPathComponent("signup-\(NSUserName()).txt").path

  @Option(help: ArgumentHelp("The minimum duration of a request, in milliseconds.", valueName: "ms"))
  var latency: UInt32 = 300

  @OptionGroup var inspection: Inspection

  @MainActor
  func run() async throws {
    do throws(SubscribeError) { try FileMailingList.check(path: store) } catch {
      throw SubscribeError.storeFailed("\(error); name a file that you may write to: --store FILE")
    }
    try inspection.begin()
    Terminal.say("Type an e-mail address, then :subscribe. :help lists the commands.")
    let model = SignUpModel(service: FileMailingList(path: store, latency: .milliseconds(latency)))
    let screen = Screen(model)
    await screen.run(Terminal.lines)
    inspection.end()
  }
}

/// The output that the person sees, and the effects of their typing.
@MainActor
final class Screen {
  /// The field that the person types into; the model's address and it are one.
  private let field = MutableProperty("")
  private let model: SignUpModel

  init(_ model: SignUpModel) {
    self.model = model
    field <~> channel(\.email, of: model)
    model.isValid.subscribe { Terminal.say($0 ? "  address: valid" : "  address: invalid") }
    model.subscribe.enabled.subscribe { Terminal.say("  subscribe: \($0 ? "enabled" : "disabled")") }
    model.subscribe.executing.subscribe { Terminal.say("  executing: \($0 ? "yes" : "no")") }
    model.$status.filter { !$0.isEmpty }.subscribe { Terminal.say("  \($0)") }
  }

  /// Follows the lines until `:quit` or the end of input, and returns when running work has finished.
  func run(_ lines: Signal<String, Never>) async {
    await withCheckedContinuation { typed in
      lines.take(while: { $0 != ":quit" }).subscribe(
        next: { self.accept($0) },
        completed: { typed.resume() })
    }
    await withCheckedContinuation { finished in
      model.subscribe.executing.filter { !$0 }.take(1).subscribe(next: { _ in }, completed: { finished.resume() })
    }
  }

  private func accept(_ line: String) {
    switch line {
    case "": break
    case ":subscribe": model.subscribe.execute(field.value).subscribe(next: { _ in }, failed: { self.explain($0) })
    case ":help": Terminal.say(Self.manual)
    case _ where line.hasPrefix(":"): Terminal.say("  no such command: \(line) (:help lists the commands)")
    default: field.value = line
    }
  }

  /// Prints why nothing was executed. Other failures are the status.
  private func explain(_ error: CommandError<SubscribeError>) {
    guard case .notEnabled = error else { return }
    let email = field.value
    let reason =
      if model.subscribe.isExecuting {
        "a request is running"
      } else if email.isEmpty {
        "type an address first, such as ada@example.org"
      } else if !email.isPlausibleEmail {
        "“\(email)” is not an address; type one such as ada@example.org"
      } else {
        "\(email) is on the list already; type another address"
      }
    Terminal.say("  refused: \(reason)")
  }

  private static let manual = """
      ada@example.org      a line without a colon is the address
      :subscribe           puts the address on the list
      :help                prints this
      :quit                ends the program
    """
}
