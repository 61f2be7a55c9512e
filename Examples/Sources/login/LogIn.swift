import CommandTutorials
import Rill

@main
struct LogIn {
  static func main() async {
    let passwords = CommandLine.arguments.dropFirst()
    await withCheckedContinuation { done in
      logInTour(
        passwords: passwords.isEmpty ? ["1234", "123456789"] : Array(passwords), delay: .seconds(1), on: .mainAsync,
        say: { print($0) }
      ).subscribe(next: { _ in }, completed: { done.resume() })
    }
  }
}
