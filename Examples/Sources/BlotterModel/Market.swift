import Foundation
import Rill

/// Orders whose prices change all the time.
@MainActor
public final class Market {
  public static let sectors = ["Energy", "Finance", "Health", "Industry", "Media", "Retail", "Software", "Utilities"]

  public let orders: TableProperty<Order.ID, Order>
  public let instruments: TableProperty<Instrument.ID, Instrument>

  /// The times from the arrival of a burst until every observer has received its effects.
  public private(set) var times = FrameTimes()

  /// The part of these times that this program had the processor. The rest went to other programs.
  public private(set) var processorTimes = FrameTimes()

  private var random: SplitMix
  private let count: Int
  private let prices = SerialDisposable()

  /// Creates orders and instruments from a seed: equal seeds make equal markets.
  public init(count: Int = 100_000, seed: UInt64 = 1) {
    var random = SplitMix(seed)
    let instruments = (0..<500).map { id in
      let letters = (0..<4).map { _ in Character(Unicode.Scalar(UInt8(65 + random.next(below: 26)))) }
      return Instrument(
        id: id, symbol: String(letters), sector: Self.sectors[random.next(below: Self.sectors.count)])
    }
    let orders = (0..<count).map { id in
      Order(
        id: id, instrument: random.next(below: instruments.count), quantity: 1 + random.next(below: 1_000),
        price: 100 + random.next(below: 50_000))
    }
    self.instruments = TableProperty(instruments)
    self.orders = TableProperty(orders)
    self.random = random
    self.count = count
  }

  /// Changes prices at a rate, in bursts: one for each frame of a screen.
  public func open(rate: Int, every frame: Duration = .milliseconds(16), on scheduler: some Scheduler = .main) {
    var due = 0.0
    let share = Double(rate) * (frame / .seconds(1))
    prices.inner = Signal.interval(every: frame, on: scheduler).subscribe(with: self) { market, _ in
      due += share
      market.apply(market.burst(of: Int(due)))
      due -= due.rounded(.down)
    }
  }

  /// Ends the changes of prices.
  public func close() { prices.inner = nil }

  /// Changes orders in one step.
  public func apply(_ burst: [Order]) {
    guard !burst.isEmpty else { return }
    let start = ContinuousClock.now
    let processorStart = processorTime()
    orders.update(burst)
    processorTimes.add(processorTime() - processorStart)
    times.add(start.duration(to: .now))
  }

  /// Forgets the times so far.
  public func resetTimes() {
    times = FrameTimes()
    processorTimes = FrameTimes()
  }

  /// Makes new prices for random orders.
  func burst(of size: Int) -> [Order] {
    (0..<size).compactMap { _ in
      guard var order = orders[id: random.next(below: count)] else { return nil }
      // A price moves by at most a fiftieth, and stays above a cent.
      let step = max(2, order.price / 50)
      order.price = max(1, order.price + random.next(below: 2 * step + 1) - step)
      return order
    }
  }
}

/// Returns the time that the current thread has had a processor.
private func processorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// A small random number generator with a seed.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  mutating func next(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}
