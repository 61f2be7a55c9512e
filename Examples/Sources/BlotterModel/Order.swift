/// An order of the blotter.
public struct Order: Identifiable, Equatable, Sendable {
  public let id: Int

  /// The identifier of the instrument.
  public let instrument: Int

  /// The number of pieces.
  public let quantity: Int

  /// The price of a piece in cents.
  public var price: Int

  public init(id: Int, instrument: Int, quantity: Int, price: Int) {
    (self.id, self.instrument, self.quantity, self.price) = (id, instrument, quantity, price)
  }

  /// The value in cents: an integer, so that a total is exact however often it is changed.
  public var value: Int { quantity * price }
}

/// A company whose shares are ordered.
public struct Instrument: Identifiable, Equatable, Sendable {
  public let id: Int
  public let symbol: String
  public let sector: String

  public init(id: Int, symbol: String, sector: String) {
    (self.id, self.symbol, self.sector) = (id, symbol, sector)
  }
}

/// The orders of a sector that pass the filter.
public struct Total: Equatable, Sendable, Encodable {
  public var count = 0

  /// The sum of the values in cents.
  public var value = 0

  public init(count: Int = 0, value: Int = 0) { (self.count, self.value) = (count, value) }
}
