/// The memory of live subscriptions that receive no events.
package struct Footprint: Codable, Equatable, Sendable {
  package let library: Library

  /// The number of live subscriptions.
  package let subscriptions: Int

  /// Per subscription: a subject, a map, a filter and a handler.
  package let bytes: Double
  package let blocks: Double

  /// The number of blocks allocated to make one.
  package let allocations: Double

  /// The cost of one more operator.
  package let bytesPerOperator: Double
  package let blocksPerOperator: Double

  /// The bytes per subscription that remain after all were disposed.
  package let bytesLeft: Double
}

/// Makes subscriptions that stay alive.
package struct Crowd: Sendable {
  package let library: Library
  package let subscriptions: Int

  /// Makes subscriptions, each through a number of pairs of a map and a filter. The result disposes them.
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
    // Creates objects that the runtime retains forever.
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
