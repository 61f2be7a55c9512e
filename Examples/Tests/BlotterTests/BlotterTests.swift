import Rill
import StreamTesting
import Testing

@testable import BlotterModel
@testable import BlotterWeb

@MainActor @Suite struct BlotterTests {
  private let time = TestScheduler()
  private let market = Market(count: 3_000, seed: 7)
  private let blotter: Blotter

  init() { blotter = Blotter(market, height: 10) }

  /// Computes the screen from the rows of the market, without a list.
  private var recomputed: Screen {
    let instruments = Dictionary(uniqueKeysWithValues: market.instruments.rows.value.map { ($0.id, $0) })
    let lines = market.orders.rows.value
      .compactMap { order in instruments[order.instrument].map { Joined(order, $0) } }
      .filter { $0.left.value >= blotter.minimum.value }
      .filter { blotter.sector.value == nil || blotter.sector.value == $0.right.sector }
      .sorted { ($0.left.value, $1.left.id) > ($1.left.value, $0.left.id) }
    let totals = Dictionary(grouping: lines, by: \.right.sector)
      .mapValues { lines in Total(count: lines.count, value: lines.map(\.left.value).reduce(0, +)) }
    let ordered = blotter.isDescending.value ? lines : lines.reversed()
    let first = max(0, min(blotter.first.value, lines.count - 10))
    return Screen(first: first, lines: Array(ordered.dropFirst(first).prefix(10)), totals: totals, count: lines.count)
  }

  @Test func theScreenFollowsTheMarketAndTheFilter() {
    var frames = 0
    let handle = blotter.screen.subscribe { _ in frames += 1 }
    market.open(rate: 1_000, on: time)
    #expect(blotter.screen.value == recomputed)
    let steps: [() -> Void] = [
      {}, { blotter.minimum.value = 5_000_000 }, { blotter.sector.value = "Energy" }, { blotter.first.value = 7 },
      { blotter.isDescending.value = false }, { blotter.first.value = 100_000 }, { blotter.sector.value = nil },
      { blotter.minimum.value = 0 }, { blotter.minimum.value = .max }, { blotter.minimum.value = 1_000_000 },
    ]
    for step in steps {
      step()
      #expect(blotter.screen.value == recomputed)
      for _ in 0..<20 {
        time.advance(by: .milliseconds(16))
        #expect(blotter.screen.value == recomputed)
      }
    }
    #expect(frames > 100)
    handle.dispose()
  }

  @Test func aBurstIsOneFrame() {
    var frames = 0
    let handle = blotter.screen.skip(1).subscribe { _ in frames += 1 }
    market.apply(market.burst(of: 16))
    #expect(frames == 1)
    handle.dispose()
  }

  @Test func aConnectionThatAcceptsAScreenImmediatelyGetsTheNext() {
    var screens = 0
    let tab = BlotterTab(market) { _, sent in
      screens += 1
      sent()
    }
    market.apply(market.burst(of: 16))
    #expect(screens == 2)
    withExtendedLifetime(tab) {}
  }

  @Test func aSlowPageGetsTheNewestScreenAndNoBacklog() {
    var accept: [() -> Void] = []
    var last = ""
    let tab = BlotterTab(market) { screen, sent in
      accept.append(sent)
      last = screen
    }
    for _ in 0..<5 { market.apply(market.burst(of: 16)) }
    #expect(accept.count == 1)
    accept[0]()
    #expect(accept.count == 2)
    let newest = blotter.screen.value.totalLines.first.map { Screen.money($0.total.value) } ?? "none"
    #expect(last.contains(newest))
    accept[1]()
    #expect(accept.count == 2)
    withExtendedLifetime(tab) {}
  }

  @Test func anInstrumentThatLeavesTakesItsOrdersAlong() {
    let handle = blotter.screen.subscribe { _ in }
    market.instruments[id: 3] = nil
    #expect(blotter.screen.value == recomputed)
    market.instruments[id: 3] = Instrument(id: 3, symbol: "BACK", sector: "Energy")
    #expect(blotter.screen.value == recomputed)
    handle.dispose()
  }

  @Test func theRateIsKept() {
    var changed = 0
    let handle = market.orders.edits.skip(1).subscribe { changed += $0.edits.count }
    market.open(rate: 1_000, on: time)
    time.advance(by: .seconds(2))
    market.close()
    time.advance(by: .seconds(2))
    // An order that gets two prices in one burst is changed once, and one may get the price that it has.
    #expect((1_900...2_000).contains(changed))
    #expect(market.times.count == 125)
    handle.dispose()
  }

  @Test func equalSeedsMakeEqualMarkets() {
    let other = Market(count: 3_000, seed: 7)
    #expect(other.orders.rows.value.elementsEqual(market.orders.rows.value))
    #expect(other.burst(of: 5) == market.burst(of: 5))
  }

  @Test func percentilesAreThoseOfTheSortedTimes() {
    var times = FrameTimes()
    #expect(times.percentile(0.5) == nil)
    for number in (1...100).reversed() { times.add(.milliseconds(number)) }
    #expect(times.percentile(0.5) == .milliseconds(50))
    #expect(times.percentile(0.99) == .milliseconds(99))
    #expect(times.percentile(1) == .milliseconds(100))
    #expect(times.summary == "p50 50.0 ms, p99 99.0 ms, max 100.0 ms")
  }

  @Test func onlyTheNewestTimesCount() {
    var times = FrameTimes()
    for number in 0..<40_000 { times.add(.milliseconds(number % 2_500)) }
    // The newest 18,000 begin in the middle of a round.
    #expect(times.count == 40_000)
    #expect(times.percentile(1) == .milliseconds(2_499))
    #expect(times.percentile(0.5) == .milliseconds(1_285))
    for _ in 0..<18_000 { times.add(.milliseconds(1)) }
    #expect(times.percentile(1) == .milliseconds(1))
  }
}
