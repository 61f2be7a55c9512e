import ArgumentParser
import Rill
import SheetModel
import TerminalLines

/// A spreadsheet in the terminal: it reads commands line by line, and shows what changes.
@main
struct Program: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet", abstract: "A spreadsheet in the terminal.",
    discussion: "It reads these commands, one per line:\n\n\(Request.manual)")

  @MainActor
  func run() async {
    let session = Session()
    session.open()
    Terminal.say("A1 = 5 sets a cell, show A1:E10 shows several, help lists all commands.")
    await session.run(Terminal.lines)
  }
}

/// One person and one sheet.
@MainActor
final class Session {
  private let sheet = Sheet()
  private let history = History()
  private let screen = Screen()

  /// How many cells are counting.
  @Observed private var tickers = 0

  /// Shows a part of the sheet from the start, where it has a place on the screen.
  func open() {
    if screen.isTerminal { screen.show(PlaceRange(Place.first, Place(column: 4, row: 9) ?? Place.last), of: sheet) }
  }

  /// Executes the lines until `quit`, or until they end and all counters have finished.
  func run(_ lines: Signal<String, Never>) async {
    await withCheckedContinuation { typed in
      lines.take(while: { $0 != "quit" }).subscribe(
        next: { self.accept($0) },
        completed: { typed.resume() })
    }
    await withCheckedContinuation { finished in
      $tickers.filter { $0 == 0 }.take(1).subscribe(next: { _ in }, completed: { finished.resume() })
    }
    screen.close()
  }

  private func accept(_ line: String) {
    guard !line.allSatisfy(\.isWhitespace) else { return }
    let request: Request
    do throws(RequestMistake) { request = try Request(line) } catch { return Terminal.say("  \(error)") }
    switch request {
    case .set(let texts):
      history.edit(texts, in: sheet)
      for place in texts.keys.sorted() {
        if let mistake = sheet.mistake(at: place) { Terminal.say("  \(place): \(mistake)") }
      }
    case .tell(let place): Terminal.say("  \(place): \(sheet.value(at: place).value)  \(sheet.text(at: place))")
    case .show(let range): screen.show(range, of: sheet)
    case .watch(let place): sheet.value(at: place).subscribe { Terminal.say("  \(place) is now \($0)") }
    case .tick(let place, let times): tick(place, times)
    case .undo: if !history.undo() { Terminal.say("  nothing to undo") }
    case .redo: if !history.redo() { Terminal.say("  nothing to redo") }
    case .count: Terminal.say("  computed \(sheet.computations) times")
    case .help: Terminal.say(Request.manual)
    }
  }

  /// Counts in a cell. The sheet is set on a thread of the interval, and the changes return to this one for display.
  private func tick(_ place: Place, _ times: Int) {
    tickers += 1
    Signal.interval(every: .milliseconds(100))
      .take(times)
      .on(next: { [sheet] in sheet.set([place: "\($0 + 1)"]) })
      .subscribe(next: { _ in }, completed: { self.tickers -= 1 })
  }
}
