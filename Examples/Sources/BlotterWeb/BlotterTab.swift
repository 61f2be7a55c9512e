import BlotterModel
import Foundation
import Rill

/// The view of one open page. A slow page gets the newest screen, and not a backlog.
@MainActor
final class BlotterTab {
  private let market: Market
  private let blotter: Blotter
  private let send: (String, _ sent: @escaping @Sendable () -> Void) -> Void
  private let sent = Subject<Void, Never>()
  private let watches = CompositeDisposable()
  private var isSending = false
  private var isStale = false

  /// - Parameter send: Sends a message to the page, and calls `sent` when the connection has accepted it.
  init(_ market: Market, send: @escaping (String, _ sent: @escaping @Sendable () -> Void) -> Void) {
    self.market = market
    self.send = send
    blotter = Blotter(market)
    // Before the first screen, which the connection may accept on its thread before this one continues.
    watches.add(
      sent.subscribe(with: self) { tab, _ in
        tab.isSending = false
        if tab.isStale { tab.show(tab.blotter.screen.value) }
      })
    watches.add(blotter.screen.subscribe(with: self) { tab, screen in tab.show(screen) })
  }

  deinit { watches.dispose() }

  private func show(_ screen: Screen) {
    isStale = isSending
    guard !isSending else { return }
    isSending = true
    send(encoded(PageScreen(screen, market.times))) { [sent] in sent.send() }
  }

  /// Handles a message of the page.
  func receive(_ message: String) throws(Mistake) {
    let wish: Wish
    do {
      wish = try JSONDecoder().decode(Wish.self, from: Data(message.utf8))
    } catch {
      throw Mistake("The message cannot be read.")
    }
    if let sector = wish.sector, !sector.isEmpty, !Market.sectors.contains(sector) {
      throw Mistake("There is no sector \(sector.prefix(40)). Choose one from the list.")
    }
    batch {
      if let first = wish.first { blotter.first.value = max(0, first) }
      if let minimum = wish.minimum { blotter.minimum.value = max(0, minimum) }
      if let sector = wish.sector { blotter.sector.value = sector.isEmpty ? nil : sector }
      if let isDescending = wish.isDescending { blotter.isDescending.value = isDescending }
    }
  }

  private func encoded(_ screen: PageScreen) -> String {
    do {
      return try String(decoding: JSONEncoder().encode(screen), as: UTF8.self)
    } catch {
      preconditionFailure("A screen cannot be encoded: \(error)")
    }
  }
}

/// The reason why a message of a page is refused.
struct Mistake: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A message of the page.
private struct Wish: Decodable {
  var first: Int?
  var minimum: Int?
  var sector: String?
  var isDescending: Bool?
}

/// A screen as the page receives it.
private struct PageScreen: Encodable {
  let first: Int
  let count: Int
  let lines: [[String]]
  let totals: [[String]]
  let times: String

  init(_ screen: Screen, _ times: FrameTimes) {
    first = screen.first
    count = screen.count
    lines = screen.lines.map(Screen.cells)
    totals = screen.totalLines.map { [$0, "\($1.count)", Screen.money($1.value)] }
    self.times = times.summary
  }
}
