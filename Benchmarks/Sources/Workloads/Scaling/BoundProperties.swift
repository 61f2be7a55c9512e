import Measuring
import Rill

/// More and more properties, each bound to the next: made, bound, set once and released. Not by hand: one would be set inside the other, which
/// the stack does not bear.
enum BoundProperties {
  static let away = scale("bound_away", "each set to the one before it") { properties in
    for (one, next) in zip(properties, properties.dropFirst()) { next <~ one }
  }

  static let bothAway = scale("bound_both_ways", "each kept equal to the one before it") { properties in
    for (one, next) in zip(properties, properties.dropFirst()) { next <~> one }
  }

  /// What is bound to a property takes its value, and so do all that were bound to that before: there is more to set each time.
  static let towards = Scale<Library>(
    "bound_towards", "ns for each time that a property is set, half the square of their number: each is set to the one after it, which is bound next",
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
