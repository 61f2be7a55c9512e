import ArgumentParser
import CommandTutorials
import Rill

/// Logs in with one password after another, and prints the events of the command.
@main
struct LogIn: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Logs in with one password after another, and prints the events of the command.")

  @Argument(help: "The passwords to try; the right one is 123456789.")
  var passwords = ["1234", "123456789"]

  func run() async {
    await withCheckedContinuation { done in
      logInTour(passwords: passwords, delay: .seconds(1), on: .mainAsync, say: { print($0) })
        .subscribe(next: { _ in }, completed: { done.resume() })
    }
  }
}
