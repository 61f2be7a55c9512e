/// The memory of derived state.
package struct GraphFootprint: Codable, Equatable, Sendable {
  package let engine: Engine

  /// The bytes of a property of two inputs: read once, with an observer, and left after all is released.
  ///
  /// The observer is included.
  package let bytesUnobserved: Double
  package let bytesObserved: Double
  package let bytesLeft: Double

  /// The blocks allocated to make one, and to make and release a map that is never read.
  package let allocations: Double
  package let allocationsOfMap: Double

  package init(
    engine: Engine, bytesUnobserved: Double, bytesObserved: Double, bytesLeft: Double, allocations: Double,
    allocationsOfMap: Double
  ) {
    self.engine = engine
    self.bytesUnobserved = bytesUnobserved
    self.bytesObserved = bytesObserved
    self.bytesLeft = bytesLeft
    self.allocations = allocations
    self.allocationsOfMap = allocationsOfMap
  }
}

extension Table {
  package static func footprints(_ footprints: [GraphFootprint]) -> Table {
    var table = Table([
      "derived from two", "bytes", "bytes observed", "bytes left when released", "allocations to make it",
      "allocations of a map",
    ])
    for footprint in footprints {
      let numbers = [
        footprint.bytesUnobserved, footprint.bytesObserved, max(0, footprint.bytesLeft), footprint.allocations,
        footprint.allocationsOfMap,
      ]
      table.append([footprint.engine.rawValue] + numbers.map { number($0) })
    }
    return table
  }
}
