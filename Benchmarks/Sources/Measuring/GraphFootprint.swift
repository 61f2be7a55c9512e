/// What derived state takes in memory.
package struct GraphFootprint: Codable, Equatable, Sendable {
  package let engine: Engine

  /// Of two inputs, read once; then with an observer, which is counted in; and what is left of each when all is released.
  package let bytesUnobserved: Double
  package let bytesObserved: Double
  package let bytesLeft: Double

  /// How many blocks were asked of the allocator to make one, and to make and release a map that nobody reads.
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
