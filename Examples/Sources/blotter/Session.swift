import BlotterModel
import Foundation
import Rill
import TerminalLines

/// A blotter in the terminal.
@MainActor
final class Session {
  nonisolated static let manual = """
      sector Energy   shows the orders of a sector; all shows the orders of all sectors
      min 250000      shows orders of this value and more
      order           reverses the order
      down, up        moves by a screen; top shows the first orders
      quit            ends the program
    """

  private let market: Market
  private let blotter: Blotter
  private let height: Int
  private let isTerminal = isatty(STDOUT_FILENO) == 1
  private let lifetime = Lifetime()

  /// The lines on the screen. They are made in a pipe too, so that a measurement includes them.
  private var lines: [String] = []

  init(_ market: Market, height: Int) {
    self.market = market
    self.height = height
    blotter = Blotter(market, height: height)
    if isTerminal { Terminal.write("\u{1B}[2J\u{1B}[\(height + 5);1H> ") }
    blotter.screen.signal.take(duringLifetimeOf: lifetime).subscribe(with: self) { $0.show($1) }
  }

  private func show(_ screen: Screen) {
    let last = screen.first + screen.lines.count
    let place = screen.count == 0 ? "no order passes the filter" : "\(screen.first + 1) to \(last) of \(screen.count)"
    lines = screen.text(height: height) + ["\(place); from an update to the screen: \(market.times.summary)"]
    guard isTerminal else { return }
    // Each line replaces the one on the screen, and the cursor returns to where the person types.
    Terminal.write("\u{1B}7\u{1B}[H" + lines.map { $0 + "\u{1B}[K\r\n" }.joined() + "\u{1B}8")
  }

  /// Executes lines until `quit`, or until they end.
  func run(_ lines: Signal<String, Never>) async {
    await withCheckedContinuation { finished in
      lines.take(while: { $0 != "quit" }).subscribe(next: { self.accept($0) }, completed: { finished.resume() })
    }
    market.close()
    if !isTerminal { for line in self.lines { Terminal.say(line) } }
  }

  private func accept(_ line: String) {
    if isTerminal { Terminal.write("\u{1B}[\(height + 4);1H\u{1B}[J\u{1B}[\(height + 5);1H> ") }
    let words = line.split(separator: " ").map(String.init)
    let move = ["down": height, "up": -height, "top": -blotter.first.value][line]
    switch (words.first, words.dropFirst().first) {
    case (nil, _): return
    case ("sector", let name?):
      guard let found = Market.sectors.first(where: { $0.lowercased() == name.lowercased() }) else {
        return say("There is no sector \(name). The sectors are \(Market.sectors.joined(separator: ", ")).")
      }
      blotter.sector.value = found
    case ("all", nil): blotter.sector.value = nil
    case ("min", let text?):
      guard let value = Int(text), (0...1_000_000_000).contains(value) else {
        return say("min needs a number of 0 or more: min 250000")
      }
      blotter.minimum.value = 100 * value
    case ("order", nil): blotter.isDescending.modify { $0.toggle() }
    case (_, nil) where move != nil:
      blotter.first.modify { $0 = max(0, $0 + (move ?? 0)) }
    default: say("There is no command \(line). The commands are sector, all, min, order, down, up, top and quit.")
    }
  }

  private func say(_ text: String) {
    isTerminal ? Terminal.write("\u{1B}7\u{1B}[\(height + 4);1H\(text)\u{1B}8") : Terminal.say(text)
  }
}
