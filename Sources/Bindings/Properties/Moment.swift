/// One consistent look at several sources: the values that they had at one moment.
///
/// All their locks are held while it is taken, in the order of their addresses, and none while anything is computed from it.
///
/// Where there is one source, what it has is always what it has at one moment. Then nothing is copied into this: it is shown where the change is, for as long
/// as a value is computed, and so one moment serves for every change.
@usableFromInline
final class Moment {
  /// What is looked at.
  @usableFromInline
  enum View: Sendable {
    /// What the sources have now: what somebody reads.
    case current
    /// The same without what batches keep back: what observers are told.
    case told
  }

  /// The sources, in the order of their locks; they are few, so looking one up is looking at each.
  @usableFromInline let leaves: [any Leaf]

  /// The versions of their changes, at the same places.
  @exclusivity(unchecked)
  private(set) var versions: [UInt] = []
  @exclusivity(unchecked)
  private var boxes: ContiguousArray<AnyObject> = []

  /// The sources that were asked for and are not in it.
  @usableFromInline private(set) var missing: [any Leaf] = []

  /// Where the change of the only source is, while a value is computed from it.
  @frozen
  @usableFromInline
  struct Only {
    @usableFromInline let change: UnsafeRawPointer
    @usableFromInline let version: UInt

    @inlinable
    init(change: UnsafeRawPointer, version: UInt) {
      self.change = change
      self.version = version
    }
  }

  @exclusivity(unchecked)
  @usableFromInline var only: Only?

  /// Whether it takes note of which sources are used.
  @usableFromInline let isTracking: Bool

  /// A look at sources that are all known.
  @usableFromInline
  init(of sources: Sources, _ view: View) {
    leaves = sources.fixed
    isTracking = false
    versions.reserveCapacity(leaves.count)
    boxes.reserveCapacity(leaves.count)
    for leaf in leaves { leaf.lock() }
    for source in sources.known {
      let captured = source.capture(view)
      versions.append(captured.version)
      boxes.append(captured.box)
    }
    for leaf in leaves { leaf.unlock() }
  }

  /// Looks again at sources that are all known. What has not changed stays as it is, so this takes no more than what has.
  @usableFromInline
  func renew(_ sources: [Source], _ view: View) {
    var changed = false
    Moment.forEach(sources, boxes) { index, source, box in
      let version = source.lockAndRenew(box, versions[index], view)
      guard version != versions[index] else { return }
      versions[index] = version
      changed = true
    }
    Moment.forEach(sources, boxes) { _, source, _ in source.unlock() }
    if changed { Moment.forEach(sources, boxes) { _, source, box in source.tidy(box) } }
  }

  /// The arrays keep what is in them meanwhile, so no reference is counted.
  private static func forEach(
    _ sources: [Source], _ boxes: ContiguousArray<AnyObject>, _ body: (Int, Source, AnyObject) -> Void
  ) {
    sources.withUnsafeBytes { sources in
      boxes.withUnsafeBytes { boxes in
        let boxes = boxes.assumingMemoryBound(to: Unmanaged<AnyObject>.self)
        for (index, source) in sources.assumingMemoryBound(to: Unmanaged<Source>.self).enumerated() {
          source._withUnsafeGuaranteedRef { source in
            boxes[index]._withUnsafeGuaranteedRef { body(index, source, $0) }
          }
        }
      }
    }
  }

  /// A look at those that may be needed.
  @usableFromInline
  init(of leaves: [any Leaf], _ view: View) {
    self.leaves = leaves
    isTracking = true
    versions.reserveCapacity(leaves.count)
    boxes.reserveCapacity(leaves.count)
    for leaf in leaves { leaf.lock() }
    for leaf in leaves {
      let captured = leaf.capture(view)
      versions.append(captured.version)
      boxes.append(captured.box)
    }
    for leaf in leaves { leaf.unlock() }
  }

  // MARK: One source

  /// To look at one source, again and again.
  @usableFromInline
  init(ofOnly leaves: [any Leaf]) {
    self.leaves = leaves
    isTracking = false
  }

  /// A look at a change of the only source, for as long as that is in the caller's hands.
  @inlinable
  convenience init(ofOnly leaves: [any Leaf], _ change: UnsafeRawPointer, _ version: UInt) {
    self.init(ofOnly: leaves)
    only = Only(change: change, version: version)
  }

  /// Shows a change of the only source while `body` runs.
  @inlinable
  func showing<Result>(_ change: UnsafeRawPointer, _ version: UInt, _ body: () -> Result) -> Result {
    only = Only(change: change, version: version)
    defer { only = nil }
    return body()
  }

  // MARK: Which sources are used

  /// The sources that the value being computed was made of.
  @exclusivity(unchecked)
  private var used: [any Leaf] = []

  @usableFromInline
  func use(_ leaves: [any Leaf]) {
    if isTracking { used += leaves }
  }

  /// Begins to take note of what one value is made of; gives back what the one that needs it was made of so far.
  @usableFromInline
  func startUsing() -> [any Leaf] {
    guard isTracking else { return [] }
    defer { used = [] }
    return used
  }

  @usableFromInline
  func finishUsing(_ before: [any Leaf]) -> [any Leaf] {
    guard isTracking else { return [] }
    defer { used += before }
    return used
  }

  // MARK: What they have

  @usableFromInline
  func version(of leaf: any Leaf) -> UInt? { index(of: leaf).map { versions[$0] } }

  @inlinable
  func change<Value>(of cell: Cell<Value>) -> Change<Value>? {
    if let only {
      assert(leaves[0] === cell, "A moment of one source was asked for another.")
      return only.change.assumingMemoryBound(to: Change<Value>.self).pointee
    }
    return box(of: cell).map { unsafeDowncast($0, to: CapturedChange<Value>.self).change }
  }

  @usableFromInline
  func box(of leaf: any Leaf) -> AnyObject? { usedIndex(of: leaf).map { boxes[$0] } }

  /// The version of a source that a value is being made of.
  @inlinable
  func version(using leaf: any Leaf) -> UInt? { only?.version ?? usedVersion(of: leaf) }

  @usableFromInline
  func usedVersion(of leaf: any Leaf) -> UInt? { usedIndex(of: leaf).map { versions[$0] } }

  private func usedIndex(of leaf: any Leaf) -> Int? {
    guard let index = index(of: leaf) else {
      missing.append(leaf)
      return nil
    }
    if isTracking { used.append(leaf) }
    return index
  }

  private func index(of leaf: AnyObject) -> Int? { leaves.firstIndex { $0 === leaf } }
}

/// What one source had at a moment.
@frozen
@usableFromInline
struct Captured {
  @usableFromInline let version: UInt

  /// A `CapturedChange` of the source's type.
  @usableFromInline let box: AnyObject

  @inlinable
  init(version: UInt, box: AnyObject) {
    self.version = version
    self.box = box
  }
}

@usableFromInline
final class CapturedChange<Value: Sendable> {
  @exclusivity(unchecked)
  @usableFromInline var change: Change<Value>

  /// What it had, for as long as the source is locked.
  @exclusivity(unchecked)
  @usableFromInline var before: Change<Value>?

  @inlinable
  init(_ change: Change<Value>) { self.change = change }
}

/// What a value was computed from.
@usableFromInline
struct Basis: Sendable {
  @usableFromInline let leaves: [any Leaf]

  /// The versions of their changes, at the same places.
  private let versions: [UInt]

  @usableFromInline
  init(_ leaves: [any Leaf], _ moment: Moment) {
    self.leaves = leaves
    versions = areSame(leaves, moment.leaves) ? moment.versions : leaves.map { moment.version(of: $0) ?? 0 }
  }

  /// Whether the sources are still as they were.
  @usableFromInline var isFresh: Bool {
    for index in leaves.indices where leaves[index].version != versions[index] { return false }
    return true
  }

  /// Tells Observation of what was read.
  @usableFromInline
  func didRead() {
    for index in leaves.indices { leaves[index].didRead(versions[index]) }
  }

  @usableFromInline
  func isSame(as other: Basis) -> Bool { versions == other.versions && areSame(leaves, other.leaves) }

  /// Whether the sources at a moment are as they were.
  @usableFromInline
  func isOf(_ moment: Moment) -> Bool {
    if versions == moment.versions, areSame(leaves, moment.leaves) { return true }
    for index in leaves.indices where moment.version(of: leaves[index]) != versions[index] { return false }
    return true
  }

  /// Whether something in it is newer than what a moment has.
  @usableFromInline
  func isNewer(than moment: Moment) -> Bool {
    if areSame(leaves, moment.leaves) {
      for index in versions.indices where versions[index] > moment.versions[index] { return true }
      return false
    }
    for index in leaves.indices {
      if let version = moment.version(of: leaves[index]), versions[index] > version { return true }
    }
    return false
  }
}

@usableFromInline
func areSame(_ some: [any Leaf], _ others: [any Leaf]) -> Bool {
  guard some.count == others.count else { return false }
  // Mostly it is one array.
  if some.withUnsafeBytes({ $0.baseAddress }) == others.withUnsafeBytes({ $0.baseAddress }) { return true }
  for index in some.indices where some[index] !== others[index] { return false }
  return true
}

/// In the order in which they are locked, each once.
@usableFromInline
func inLockOrder(_ leaves: [any Leaf]) -> [any Leaf] {
  guard leaves.count > 1 else { return leaves }
  let sorted = leaves.sorted { ObjectIdentifier($0) < ObjectIdentifier($1) }
  var unique: [any Leaf] = []
  for leaf in sorted where unique.last !== leaf { unique.append(leaf) }
  return unique
}
