import ArgumentParser
import Foundation
import GtkControls
import Rill
import SignUpModel

/// The sign-up screen in windows of GTK 4.
@main
struct SignUpGtk: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signup-gtk",
    abstract: "A sign-up screen in windows: type an address, click Subscribe, open another window.")

  @Argument(help: ArgumentHelp("The file that stores the addresses.", valueName: "file"))
  var store = FileManager.default.temporaryDirectory.appendingPathComponent("signup-\(NSUserName()).txt").path

  @Option(help: ArgumentHelp("Open and close a number of windows, and print how many still exist.", valueName: "count"))
  var openAndClose: Int?

  @Flag(help: "Change the address from eight threads meanwhile.")
  var fromThreads = false

  func run() throws {
    // The program begins on the main thread, and stays there.
    try MainActor.assumeIsolated {
      guard openDisplay() else { throw NoDisplay() }
      let program = Windows(
        SignUpModel(service: FileMailingList(path: store, latency: .milliseconds(600))),
        known: try FileMailingList.addresses(at: store))
      if let openAndClose { return program.openAndClose(openAndClose) }
      program.open()
      if fromThreads { program.changeFromThreads() }
      say("ready")
      program.sayRows()
      MainLoop.run { program.isOpen }
      say("closed")
    }
  }
}

private struct NoDisplay: Error, CustomStringConvertible {
  let description = "There is no display: set DISPLAY, or start the program with xvfb-run."
}

/// Prints a line for a test that uses the windows.
private func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// The open windows, which show one model and one list.
@MainActor private final class Windows {
  private let model: SignUpModel
  private let subscribers: ObservableList<String>
  private var windows: [SignUpWindow] = []
  private lazy var another = Command<Void, Never, Never> { @MainActor [weak self] in
    self?.open()
    return Signal<Never, Never>.empty
  }

  var isOpen: Bool { !windows.isEmpty }

  init(_ model: SignUpModel, known: [String]) {
    self.model = model
    subscribers = ObservableList(known)
    model.subscribe.completions.subscribe(with: self) { program, _ in
      if let email = program.model.subscribed { program.subscribers.append(email) }
    }
    // The tests of the window read these lines.
    model.$status.skip(1).subscribe { say("status: \($0)") }
    model.$email.skip(1).subscribe(with: self) { program, _ in
      say("shown: \(program.windows.map(\.entry.text).joined(separator: " | "))")
    }
    subscribers.edits.skip(1).deliver(on: .mainAsync).subscribe(with: self) { program, _ in program.sayRows() }
  }

  func open() {
    let opened = SignUpWindow(model, subscribers, another)
    windows.append(opened)
    opened.window.closed.take(1).subscribe(with: self) { program, _ in program.windows.removeAll { $0 === opened } }
    opened.window.present()
  }

  func sayRows() { say("rows: \(windows.map { "\($0.people.count)" }.joined(separator: " | "))") }

  func openAndClose(_ count: Int) {
    for _ in 0..<count {
      open()
      model.email = "a@b.\(windows.count)"
      MainLoop.catchUp()
      windows[0].window.close()
      MainLoop.catchUp()
    }
    say("left: \(windows.count) windows, \(Widget.count) widgets")
  }

  func changeFromThreads() {
    let (address, threads) = (channel(\.email, of: model), DispatchGroup())
    for thread in 0..<8 {
      threads.enter()
      Thread.detachNewThread {
        for number in 0..<2_000 {
          address.send("\(thread).\(number)@example.org")
          usleep(500)
        }
        threads.leave()
      }
    }
    threads.notify(queue: .main) { self.sayWhenTheyAgree() }
  }

  /// The last value from another thread may still be in flight to the main actor.
  private func sayWhenTheyAgree() {
    if windows[0].entry.text == model.email { return say("done: one address") }
    DispatchQueue.main.async { self.sayWhenTheyAgree() }
  }
}
