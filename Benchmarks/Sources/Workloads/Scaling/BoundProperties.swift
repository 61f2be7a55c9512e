import Measuring
import Rill

/// A growing number of properties, each bound to the next: made, bound, set once and released.
///
/// There is no version by hand: each set would nest inside the previous one and overflow the stack.
enum BoundProperties {
  static let away = scale("bound_away", "each set to the one before it") { properties in
    for (one, next) in zip(properties, properties.dropFirst()) { next <~ one }
  }

  static let bothAway = scale("bound_both_ways", "each kept equal to the one before it") { properties in
    for (one, next) in zip(properties, properties.dropFirst()) { next <~> one }
  }

  /// A newly bound property takes the value of its source, and so do all properties bound to it before. Each binding
  /// sets one property more.
  static let towards = Scale<Library>(
    "bound_towards", "ns per set; each new binding sets all properties bound so far, so the sets are half the square of the number",
    sizes: [1, 10, 100, 1_000],
    [
      .rill: { count in
        measure(count, sets: count * (count + 1) / 2) { properties in
          for (one, next) in zip(properties, properties.dropFirst()) { one <~ next }
        }
      }
    ])

  private static func scale(
    _ name: String, _ about: String, _ join: @escaping @Sendable ([MutableProperty<Int>]) -> Void
  ) -> Scale<Library> {
    Scale(name, "ns per property, \(about)", sizes: .decades, [.rill: { measure($0, sets: $0, join) }])
  }

  private static func measure(_ count: Int, sets: Int, _ join: ([MutableProperty<Int>]) -> Void) -> Double {
    nanoseconds(perEachOf: sets) {
      let properties = (0...count).map { MutableProperty($0) }
      join(properties)
      properties[0].value = -1
      properties[count].value = -2
    }
  }
}
