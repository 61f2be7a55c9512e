/// What subscriptions take that are alive and hear nothing.
package struct Footprint: Codable, Equatable, Sendable {
  package let library: Library

  /// How many were alive at a time.
  package let subscriptions: Int

  /// Each: a subject, a map, a filter and a handler.
  package let bytes: Double
  package let blocks: Double

  /// How many blocks were asked of the allocator to make one.
  package let allocations: Double

  /// What one more operator adds to that.
  package let bytesPerOperator: Double
  package let blocksPerOperator: Double

  /// What is left of each when all have been disposed.
  package let bytesLeft: Double
}

/// Makes subscriptions that stay.
package struct Crowd: Sendable {
  package let library: Library
  package let subscriptions: Int

  /// Makes so many subscriptions, each through so many pairs of a map and a filter. What comes back ends them all.
  package let make: @Sendable (_ subscriptions: Int, _ pairs: Int) -> () -> Void

  package init(
    _ library: Library, subscriptions: Int = 100_000,
    _ make: @escaping @Sendable (_ subscriptions: Int, _ pairs: Int) -> () -> Void
  ) {
    self.library = library
    self.subscriptions = subscriptions
    self.make = make
  }

  package func measure() -> Footprint {
    // Makes what the run time keeps for ever.
    make(10, 1)()
    make(10, 6)()
    let (short, left) = allocations(pairs: 1)
    let (long, _) = allocations(pairs: 6)
    let number = Double(subscriptions)
    return Footprint(
      library: library, subscriptions: subscriptions,
      bytes: Double(short.bytes) / number, blocks: Double(short.blocks) / number,
      allocations: Double(short.count) / number,
      bytesPerOperator: Double(long.bytes - short.bytes) / number / 10,
      blocksPerOperator: Double(long.blocks - short.blocks) / number / 10,
      bytesLeft: Double(left.bytes) / number)
  }

  private func allocations(pairs: Int) -> (alive: Allocations, left: Allocations) {
    var alive = Allocations()
    let left = Allocations.during {
      let end = make(subscriptions, pairs)
      alive = .now
      end()
    }
    return (alive, left)
  }
}
