import CAllocations

/// Allocation counts of the whole process. They do not depend on the load of the machine.
package struct Allocations: Codable, Equatable, Sendable {
  /// The number of allocated blocks.
  package var count = 0

  /// The number of live blocks, relative to the start.
  package var blocks = 0

  /// The bytes of live blocks, including the allocator's rounding.
  package var bytes = 0

  package static var canBeCounted: Bool { allocations_can_be_counted() }

  package static func during(_ work: () -> Void) -> Allocations {
    allocations_count(true)
    work()
    let allocations = now
    allocations_count(false)
    return allocations
  }

  /// The counts so far, inside `during`.
  package static var now: Allocations {
    let now = allocations_now()
    return Allocations(count: Int(now.count), blocks: Int(now.blocks), bytes: Int(now.bytes))
  }
}
