import ArgumentParser
import Foundation
import GtkControls
import Rill
import SevenGUIs

/// The 7GUIs in windows of GTK 4.
@main
struct Program: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sevenguis-gtk",
    abstract: "The 7GUIs, seven small tasks for user interfaces, in windows.",
    discussion: "Without a task, a window lists them.")

  @Argument(help: "The task to open.")
  var task: Task?

  @Flag(help: "Print the content of the windows whenever it changes.")
  var narrate = false

  func run() throws {
    // The program begins on the main thread, and stays there.
    try MainActor.assumeIsolated {
      guard openDisplay() else { throw NoDisplay() }
      let screens = Screens(narrate: narrate)
      if let task { screens.open(task.screen()) } else { screens.open(Chooser(screens)) }
      MainLoop.run { screens.areOpen }
    }
  }
}

/// A task of the 7GUIs.
enum Task: String, CaseIterable, ExpressibleByArgument {
  case counter, temperature, flight, timer, crud, circles, cells

  var title: String {
    switch self {
    case .counter: "Counter"
    case .temperature: "Temperature converter"
    case .flight: "Flight booker"
    case .timer: "Timer"
    case .crud: "CRUD"
    case .circles: "Circle drawer"
    case .cells: "Cells"
    }
  }

  @MainActor func screen() -> any Screen {
    switch self {
    case .counter: CounterScreen()
    case .temperature: TemperatureScreen()
    case .flight: FlightScreen()
    case .timer: TimerScreen()
    case .crud: PeopleScreen()
    case .circles: CirclesScreen()
    case .cells: CellsScreen()
    }
  }
}

/// A window, and the model that it shows.
@MainActor protocol Screen: AnyObject {
  var window: Window { get }
}

/// The open windows.
@MainActor final class Screens {
  private var screens: [any Screen] = []
  private let narrate: Bool
  private var told: String?

  /// Whether a window is open. The loop reads this after each event, so it prints the changes, too.
  var areOpen: Bool {
    if narrate, case let summary = screens.map(\.window.summary).joined(separator: " || "), summary != told {
      told = summary
      print(summary)
      fflush(nil)
    }
    return !screens.isEmpty
  }

  init(narrate: Bool) { self.narrate = narrate }

  func open(_ screen: any Screen) {
    screens.append(screen)
    screen.window.closed.take(1).subscribe(with: self) { screens, _ in screens.screens.removeAll { $0 === screen } }
    screen.window.present()
  }
}

/// A window with a button for each task.
@MainActor private final class Chooser: Screen {
  let window: Window
  private let commands: [Command<Void, Never, Never>]

  init(_ screens: Screens) {
    commands = Task.allCases.map { task in
      Command { @MainActor [weak screens] in
        screens?.open(task.screen())
        return Signal<Never, Never>.empty
      }
    }
    let buttons = Task.allCases.map { Button($0.title) }
    window = Window("7GUIs", Column(buttons))
    for (button, command) in zip(buttons, commands) { button.bind(command) }
  }
}

private struct NoDisplay: Error, CustomStringConvertible {
  let description = "There is no display: set DISPLAY, or start the program with xvfb-run."
}
