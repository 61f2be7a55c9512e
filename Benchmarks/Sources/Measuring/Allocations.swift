import CAllocations

/// What was asked of the allocator, by the whole process. It does not depend on what else the machine does.
package struct Allocations: Codable, Equatable, Sendable {
  /// How many blocks were asked for.
  package var count = 0

  /// How many of those are still there, less the older ones that have gone.
  package var blocks = 0

  /// What those take, with what the allocator rounds up.
  package var bytes = 0

  package static var canBeCounted: Bool { allocations_can_be_counted() }

  package static func during(_ work: () -> Void) -> Allocations {
    allocations_count(true)
    work()
    let allocations = now
    allocations_count(false)
    return allocations
  }

  /// What was counted so far, from inside `during`.
  package static var now: Allocations {
    let now = allocations_now()
    return Allocations(count: Int(now.count), blocks: Int(now.blocks), bytes: Int(now.bytes))
  }
}
