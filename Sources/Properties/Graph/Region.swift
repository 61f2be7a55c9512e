public import StreamCore
public import StreamPrimitives

/// The lock of a graph, and what counts its changes.
///
/// A source begins with a region of its own. When an edge joins two graphs their regions become one, so graphs that
/// never met do not wait for each other, and a source on which nothing depends pays for no more than its own lock.
///
/// The lock is held for steps of the engine only, never for code of a user. Two are held at once only in
/// ``unite(_:_:)``, in one order.
@usableFromInline typealias Region = Lock<RegionState>

@usableFromInline func newRegion() -> Region { Region(RegionState()) }

@usableFromInline
struct RegionState {
  /// Counts changes of values and of edges.
  @usableFromInline var stamp: UInt64 = 1

  /// What this region has become part of, and keeps.
  @usableFromInline var parent: Region?

  /// How many regions have become this one.
  @usableFromInline var size = 1

  /// How many threads start over and over, because others set what they are computing from.
  var starving = 0

  @usableFromInline init() {}
}

extension NodeRef {
  /// The region that the node is in, or a part of that.
  @inlinable var knownRegion: Unmanaged<Region> {
    .fromOpaque(UnsafeRawPointer(bitPattern: prefix.pointee.region.load(ordering: .acquiring)).unsafelyUnwrapped)
  }

  private func note(_ region: Unmanaged<Region>) {
    prefix.pointee.region.store(UInt(bitPattern: region.toOpaque()), ordering: .releasing)
  }

  /// Locks the region that the node is in, and gives it back.
  @inlinable
  @inline(__always)
  func lockRegion() -> Unmanaged<Region> {
    let region = knownRegion
    let isRoot = region._withUnsafeGuaranteedRef { region in
      region.lock()
      return region.withLockHeld { $0.parent == nil }
    }
    return isRoot ? region : climb(from: region)
  }

  /// Goes on to what a region has become part of. What the node was made in keeps all of them.
  @usableFromInline
  func climb(from child: Unmanaged<Region>) -> Unmanaged<Region> {
    let region = Unmanaged.passUnretained(child._withUnsafeGuaranteedRef { climbing($0) })
    note(region)
    return region
  }

  private func climbing(_ child: Region) -> Region {
    var region = child
    while let parent = region.state.parent {
      region.unlock()
      parent.lock()
      region = parent
    }
    return region
  }

  /// Makes the regions of two nodes one. Called without any lock.
  ///
  /// Regions never part, so nodes that know the same one are in one region.
  @usableFromInline
  static func unite(_ one: NodeRef, _ other: NodeRef) {
    while true {
      let (known, otherKnown) = (one.knownRegion, other.knownRegion)
      guard known.toOpaque() != otherKnown.toOpaque() else { return }
      if let region = uniteRoots(known.takeUnretainedValue(), otherKnown.takeUnretainedValue()) {
        one.note(.passUnretained(region))
        other.note(.passUnretained(region))
        return
      }
      one.lockRegion()._withUnsafeGuaranteedRef { $0.unlock() }
      other.lockRegion()._withUnsafeGuaranteedRef { $0.unlock() }
    }
  }

  /// Makes two regions one; `nil` if one of them has become part of another already.
  private static func uniteRoots(_ one: Region, _ other: Region) -> Region? {
    let (first, second) = one.precedes(other) ? (one, other) : (other, one)
    first.lock()
    second.lock()
    defer {
      second.unlock()
      first.unlock()
    }
    guard first.state.parent == nil, second.state.parent == nil else { return nil }
    let (large, small) = first.state.size < second.state.size ? (second, first) : (first, second)
    large.state.size += small.state.size
    large.state.starving += small.state.starving
    large.state.stamp = max(large.state.stamp, small.state.stamp) + 1
    small.state.parent = large
    return large
  }
}
