/// An instant of a clock whose type is not known, as that of an `any Scheduler`.
///
/// Instants of one clock can be compared, and have a distance. Two instants of clocks of different types are different,
/// and asking for their distance or order traps.
public struct AnyInstant: InstantProtocol, CustomStringConvertible {
  /// The instant, in the clock's own type.
  public let base: any InstantProtocol<Duration>

  /// Creates an instant from one of a known type.
  public init(_ base: some InstantProtocol<Duration>) { self.base = base }

  /// Returns the instant `duration` later.
  public func advanced(by duration: Duration) -> AnyInstant { AnyInstant(base.advanced(by: duration)) }

  /// Returns the time from this instant to another of the same clock.
  public func duration(to other: AnyInstant) -> Duration {
    func distance<Instant: InstantProtocol<Duration>>(from base: Instant) -> Duration {
      base.duration(to: other.cast(to: Instant.self))
    }
    return distance(from: base)
  }

  /// Returns whether one instant is before another of the same clock.
  public static func < (one: AnyInstant, other: AnyInstant) -> Bool {
    func isBefore<Instant: InstantProtocol<Duration>>(_ base: Instant) -> Bool {
      base < other.cast(to: Instant.self)
    }
    return isBefore(one.base)
  }

  /// Returns whether both are the same instant of clocks of one type.
  public static func == (one: AnyInstant, other: AnyInstant) -> Bool {
    AnyHashable(one.base) == AnyHashable(other.base)
  }

  /// Hashes the instant.
  public func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }

  /// The description of the instant in its own type.
  public var description: String { String(describing: base) }

  private func cast<Instant>(to type: Instant.Type) -> Instant {
    guard let instant = base as? Instant else {
      fatalError(
        """
        Instants of two clocks were compared, a \(type) and a \(Swift.type(of: base)). Compare instants of one \
        scheduler's `clock`.
        """)
    }
    return instant
  }
}

/// The clock of a scheduler whose type is not known.
@usableFromInline
package struct AnyClock: Clock {
  private let scheduler: any Scheduler

  @usableFromInline
  package init(_ scheduler: any Scheduler) { self.scheduler = scheduler }

  @usableFromInline package var now: AnyInstant { AnyInstant(scheduler.now) }
  @usableFromInline package var minimumResolution: Duration { scheduler.clock.minimumResolution }

  @usableFromInline
  package func sleep(until deadline: AnyInstant, tolerance: Duration?) async throws {
    try await scheduler.clock.sleep(for: now.duration(to: deadline), tolerance: tolerance)
  }
}
