import Foundation
import Interleaving
import ModelSupport
import StreamCore
import Testing

/// The nodes of one gate with their owners. An owner is a plain variable, so two owners at a time are a race.
///
/// No memory is freed meanwhile. Otherwise the allocator could return the same address, which is no fault.
private final class Yard: Sendable {
  let spares = NodePool<Int>()
  let owners: [UInt: Shared<Int>]

  /// The number of nodes that are not in the chain.
  let gone = Count()

  /// Guarded by: lock, which is no step of the model.
  nonisolated(unsafe) private var made: Set<UInt> = []
  private let lock = NSLock()

  /// Creates a chain of `count` nodes.
  init(_ count: Int) {
    var collected = NodePool<Int>.Collected()
    var owners: [UInt: Shared<Int>] = [:]
    for _ in 0..<count {
      let place = UnsafeMutablePointer<NodePool<Int>.Node>.allocate(capacity: 1)
      owners[UInt(bitPattern: place)] = Shared(0)
      collected.add(place)
    }
    self.owners = owners
    spares.offer(&collected)
  }

  /// Takes a node and owns it.
  func take() -> (node: UnsafeMutablePointer<NodePool<Int>.Node>, others: UInt) {
    let taken = spares.take()
    touch(taken.node)
    return taken
  }

  /// Does an action that only the owner of a node may do.
  func touch(_ place: UnsafeMutablePointer<NodePool<Int>.Node>) {
    let address = UInt(bitPattern: place)
    if let owner = owners[address] { owner.value += 1 } else { _ = lock.withLock { made.insert(address) } }
  }

  /// Gives a place and those that came with it back, as a deliverer does.
  func give(_ taken: (node: UnsafeMutablePointer<NodePool<Int>.Node>, others: UInt)) {
    var collected = NodePool<Int>.Collected()
    collected.add(taken.node)
    collected.add(chain: taken.others)
    spares.offer(&collected)
    gone.add(collected.count)
  }

  /// None was lost, and none is there twice.
  func check() {
    var (rest, count) = (spares.first.load(ordering: .acquiring), 0)
    while rest != 0, count < 100 {
      rest = UnsafePointer<UInt>(bitPattern: rest)!.pointee
      count += 1
    }
    let all = owners.count + lock.withLock { made.count }
    expect(count + gone.now == all, "of \(all) places \(count) are in the chain, and \(gone.now) are gone")
  }
}

@Suite struct NodePoolModels {
  @Test func twoWhoUseThree() throws {
    try model("NodePool, two who use three", preemptions: 3) { program in
      let yard = Yard(3)
      for _ in 0..<2 {
        program.thread { for _ in 0..<2 { yard.give(yard.take()) } }
      }
      program.atEnd { yard.check() }
    }
  }

  /// One reads the second of a chain while another takes both and gives the first back.
  @Test func oneThatComesBack() throws {
    try model("NodePool, one that comes back", preemptions: 3) { program in
      let yard = Yard(2)
      program.thread { for _ in 0..<2 { _ = yard.take() } }
      program.thread {
        let (first, second) = (yard.take(), yard.take())
        yard.give(first)
        yard.touch(second.node)
      }
    }
  }
}
