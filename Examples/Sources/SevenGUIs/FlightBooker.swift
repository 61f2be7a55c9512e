import Rill

/// A flight that is booked if its dates are days, and the return is not before the departure.
@MainActor
public final class FlightBooker {
  public enum Kind: String, CaseIterable, Sendable {
    case oneWay = "one-way flight"
    case roundTrip = "return flight"
  }

  @Observed public var kind = Kind.oneWay
  @Observed public var departure = "27.03.2014"
  @Observed public var comeback = "27.03.2014"

  /// The confirmation of the last booking.
  @Observed public private(set) var message = ""

  public private(set) lazy var isDepartureValid = $departure.map { Day($0) != nil }.distinctUntilChanged()

  /// Whether the field of the return is in use.
  public private(set) lazy var hasReturn = $kind.map { $0 == .roundTrip }.distinctUntilChanged()

  /// Whether the return is a day. A field that is not in use has no mistakes.
  public private(set) lazy var isReturnValid = Property(hasReturn, $comeback) { !$0 || Day($1) != nil }
    .distinctUntilChanged()

  public private(set) lazy var book = Command(self, enabledIf: canBook) { booker in
    booker.message =
      switch booker.kind {
      case .oneWay: "You have booked a one-way flight on \(booker.departure)."
      case .roundTrip: "You have booked a return flight from \(booker.departure) to \(booker.comeback)."
      }
  }

  private lazy var canBook = Property($kind, $departure, $comeback) { kind, departure, comeback in
    guard let departure = Day(departure) else { return false }
    return kind == .oneWay || Day(comeback).map { departure <= $0 } ?? false
  }

  public init() {}
}
