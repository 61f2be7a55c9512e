import BoardModel
import Foundation
import Rill
import TerminalLines

/// A board in the terminal. It is drawn after each change, and in a pipe after each `show`.
@MainActor
final class TerminalBoard {
  private let board: Board
  private let isTerminal = isatty(STDOUT_FILENO) == 1
  private let shown: Property<String>
  private let lifetime = Lifetime()

  init(_ board: Board) {
    self.board = board
    shown = Property(board.state, board.waitingCards, board.status, board.refused, board.copyFailure) {
      state, cards, status, refused, failure in
      let problems = refused.suffix(1).map { "Refused: \($0.reason)" } + (failure.map { ["Not kept: \($0)"] } ?? [])
      return (state.text(cards) + [status] + problems).joined(separator: "\n")
    }
    guard isTerminal else { return }
    Terminal.say("Type help for the commands.")
    // The parts of one change are drawn together.
    shown.deliver(on: .mainAsync, buffering: .newest(1)).distinctUntilChanged().take(duringLifetimeOf: lifetime)
      .subscribe { Terminal.say("\n" + $0) }
  }

  /// Executes lines until `quit`, or until they end.
  func run(_ lines: Signal<String, Never>) async {
    await withCheckedContinuation { finished in
      lines.take(while: { $0 != "quit" }).subscribe(next: { self.accept($0) }, completed: { finished.resume() })
    }
  }

  private func accept(_ line: String) {
    switch line {
    case "": return
    case "show": Terminal.say(shown.value)
    case "help": Terminal.say(BoardChange.manual)
    // One line for a program: the server's version, the connection, the counts, and the cards.
    case "state":
      let state = board.confirmed.value
      let cards = board.state.value.cards.map { "\($0.column.rawValue)/\($0.id)/\($0.title)" }
      Terminal.say(
        "\(state.version.number) \(board.isLive.value) \(board.waiting.value) \(board.refused.value.count) "
          + cards.joined(separator: "|"))
    default:
      do throws(NotUnderstood) {
        board.make(try BoardChange(line, on: board.state.value, newCard: BoardChange.newCard))
      } catch {
        Terminal.say(error.description)
      }
    }
  }
}
