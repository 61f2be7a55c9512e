import ArgumentParser
import Rill
import SevenGUIs
import TerminalLines

/// The tasks of the 7GUIs that need no canvas, in the terminal.
@main
struct Program: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sevenguis",
    abstract: "The 7GUIs, seven small tasks for user interfaces, in the terminal.",
    discussion: "The circle drawer needs a canvas: see sevenguis-gtk and sevenguis-web.",
    subcommands: [
      Show<CounterScreen>.self, Show<TemperatureScreen>.self, Show<FlightScreen>.self, Show<TimerScreen>.self,
      Show<PeopleScreen>.self, Show<CellsScreen>.self,
    ])
}

/// A task in the terminal: it prints changes, and accepts commands.
@MainActor protocol Screen: AnyObject, Sendable {
  nonisolated static var name: String { get }

  /// The task in a few words.
  nonisolated static var abstract: String { get }

  /// The commands, one a line.
  nonisolated static var manual: String { get }

  init()

  /// Executes a line, or explains why it cannot.
  func accept(_ command: String, _ argument: String) throws(Refusal)
}

/// Why a line is not executed, with the remedy.
struct Refusal: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// A command that the screen does not have.
  static func unknown(_ command: String) -> Refusal { Refusal("no such command: \(command) (help lists the commands)") }
}

/// Runs a task until `quit` or the end of the input.
struct Show<Task: Screen>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Task.name, abstract: Task.abstract,
      discussion: "It reads these commands, one per line:\n\n\(Task.manual)")
  }

  @MainActor
  func run() async {
    let screen = Task()
    let lines = Terminal.lines.take(while: { $0 != "quit" })
    await withCheckedContinuation { typed in
      lines.subscribe(next: { accept($0, by: screen) }, completed: { typed.resume() })
    }
  }

  @MainActor
  private func accept(_ line: String, by screen: Task) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let command = words.first else { return }
    if command == "help" { return Terminal.say(Task.manual) }
    do { try screen.accept(command, words.dropFirst().first ?? "") } catch { Terminal.say("  \(error)") }
  }
}
