import ArgumentParser
import CommandTutorials
import Rill

/// Walks through commands, and prints each step.
@main
struct Commands: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "commands", abstract: "Walks through commands step by step, and prints each step.")

  func run() async {
    await withCheckedContinuation { done in
      commandWalk(on: .mainAsync, say: { print($0) }).subscribe(next: { _ in }, completed: { done.resume() })
    }
  }
}
