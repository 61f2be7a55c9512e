import ArgumentParser
import BlotterModel
import BlotterWeb
import Foundation
import Rill
import TerminalLines

/// A blotter of orders, in the terminal or as a page.
@main
struct Program: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "blotter",
    abstract: "Orders with changing prices: filtered, joined, totalled and sorted.",
    discussion: "It reads these commands, one per line:\n\n\(Session.manual)")

  @Option(help: "The number of orders.")
  var orders = 100_000

  @Option(help: "The number of new prices per second.")
  var rate = 1_000

  @Option(help: "The number of lines on the screen.")
  var lines = 40

  @Option(help: ArgumentHelp("Print the times from an update to the screen, and exit.", valueName: "seconds"))
  var measure: Int?

  @Flag(help: "Serve a page instead of using the terminal.")
  var web = false

  @Option(help: "The port of the page, 0 for any free port.")
  var port: UInt16 = 8091

  func validate() throws {
    guard orders > 0, lines > 0, (0...1_000_000).contains(rate), measure ?? 1 > 0 else {
      throw ValidationError("--orders, --lines and --measure need 1 or more, and --rate a number from 0 to 1000000.")
    }
  }

  @MainActor
  func run() async throws {
    let market = Market(count: orders)
    if web {
      market.open(rate: rate)
      let site = BlotterSite(market)
      return try await site.serve(host: "127.0.0.1", port: Int(port)) { Terminal.say("http://127.0.0.1:\($0)") }
    }
    let session = Session(market, height: lines)
    market.open(rate: rate)
    if let measure { return await self.measure(market, session, seconds: measure) }
    await session.run(Terminal.lines)
  }

  @MainActor
  private func measure(_ market: Market, _ session: Session, seconds: Int) async {
    // The first frames are those of a cold program.
    _ = await Signal<Void, Never>.timer(after: .seconds(1), on: .main).first
    market.resetTimes()
    _ = await Signal<Void, Never>.timer(after: .seconds(seconds), on: .main).first
    market.close()
    let frames = market.times.count
    Terminal.say("\(orders) orders, \(rate) updates a second, \(frames) frames of \(lines) lines in \(seconds) s")
    Terminal.say("from an update to the screen: \(market.times.summary)")
    // On a busy machine it is shorter: other programs have the processor meanwhile.
    Terminal.say("processor time of an update: \(market.processorTimes.summary)")
  }
}
