public import Rill

/// A view of the orders: filtered, joined with their instruments, totalled by sector, and sorted by value. A window of
/// it is on the screen.
@MainActor
public final class Blotter {
  public typealias Line = Joined<Order, Instrument>

  /// The lowest value of an order, in cents.
  public let minimum = MutableProperty(0)

  /// The sector of the orders, or all.
  public let sector = MutableProperty<String?>(nil)
  public let isDescending = MutableProperty(true)

  /// The number of the first line on the screen.
  public let first = MutableProperty(0)

  /// The lines, totals and counts of the screen. They belong to one state of the market.
  public let screen: Property<Screen>

  /// - Parameter height: The number of lines on the screen.
  public init(_ market: Market, height: Int = 40) {
    let (minimum, sector, isDescending, first) = (minimum, sector, isDescending, first)
    let lines = market.orders
      .filter { $0.value >= minimum.value }
      .joined(market.instruments, on: \.instrument)
      .filter { line in sector.value.map { $0 == line.right.sector } ?? true }
    let sorted = lines.sorted { one, other in
      let (one, other) = isDescending.value ? (one.left, other.left) : (other.left, one.left)
      return one.value != other.value ? one.value > other.value : one.id < other.id
    }
    let totals = lines.reduce(
      [String: Total](),
      adding: { totals, line in
        totals[line.right.sector, default: Total()].count += 1
        totals[line.right.sector, default: Total()].value += line.left.value
      },
      removing: { totals, line in
        totals[line.right.sector]?.count -= 1
        totals[line.right.sector]?.value -= line.left.value
        if totals[line.right.sector]?.count == 0 { totals[line.right.sector] = nil }
      })
    // The window stays inside the list when the filter leaves fewer lines.
    let window = Property(first, lines.countProperty) { first, count in
      let start = max(0, min(first, count - height))
      return start..<min(start + height, count)
    }
    let shown = sorted[window]
    screen = Property {
      Screen(first: window.value.lowerBound, lines: Array(shown.value), totals: totals.value, count: lines.count)
    }
  }
}

/// The contents of a screen.
public struct Screen: Equatable, Sendable {
  public let first: Int
  public let lines: [Blotter.Line]
  public let totals: [String: Total]

  /// The number of orders that pass the filter.
  public let count: Int
}
