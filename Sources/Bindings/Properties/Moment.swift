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
  private(set) var versions: Versions
  private var boxes: [AnyObject] = []

  /// The sources that were asked for and are not in it.
  @usableFromInline private(set) var missing: [any Leaf] = []

  /// Where the change of the only source is, while a value is computed from it.
  @exclusivity(unchecked)
  @usableFromInline private(set) var only: UnsafeRawPointer?

  @usableFromInline
  init(of leaves: [any Leaf], _ view: View) {
    self.leaves = leaves
    versions = Versions(capacity: leaves.count)
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
    versions = Versions(only: 0)
  }

  /// Shows a change of the only source while `body` runs.
  @inlinable
  func showing<Result>(_ change: UnsafeRawPointer, _ version: UInt, _ body: () -> Result) -> Result {
    show(change, version)
    defer { show(nil, version) }
    return body()
  }

  @usableFromInline
  func show(_ change: UnsafeRawPointer?, _ version: UInt) {
    only = change
    versions = Versions(only: version)
  }

  // MARK: Which sources are used

  /// The sources that the value being computed was made of.
  private var used: [any Leaf] = []

  /// Where there is one source, it is known which is used.
  @usableFromInline
  func use(_ leaves: [any Leaf]) {
    if only == nil { used += leaves }
  }

  /// Begins to take note of what one value is made of; gives back what the one that needs it was made of so far.
  @usableFromInline
  func startUsing() -> [any Leaf] {
    guard only == nil else { return [] }
    defer { used = [] }
    return used
  }

  @usableFromInline
  func finishUsing(_ before: [any Leaf]) -> [any Leaf] {
    guard only == nil else { return leaves }
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
      return only.assumingMemoryBound(to: Change<Value>.self).pointee
    }
    return box(of: cell).map { unsafeDowncast($0, to: CapturedChange<Value>.self).change }
  }

  @usableFromInline
  func box(of leaf: any Leaf) -> AnyObject? {
    guard let index = index(of: leaf) else {
      missing.append(leaf)
      return nil
    }
    used.append(leaf)
    return boxes[index]
  }

  private func index(of leaf: AnyObject) -> Int? { leaves.firstIndex { $0 === leaf } }
}

/// The versions of some sources' changes. Most often there is one, which then takes no memory of its own.
@usableFromInline
struct Versions: Sendable, Equatable {
  private var first: UInt = 0
  private var others: [UInt] = []
  private var isEmpty = true

  init(capacity: Int) {
    if capacity > 1 { others.reserveCapacity(capacity - 1) }
  }

  init(only version: UInt) { append(version) }

  mutating func append(_ version: UInt) {
    if isEmpty {
      first = version
      isEmpty = false
    } else {
      others.append(version)
    }
  }

  subscript(_ index: Int) -> UInt { index == 0 ? first : others[index - 1] }
}

/// What one source had at a moment.
@usableFromInline
struct Captured {
  let version: UInt

  /// A `CapturedChange` of the source's type.
  let box: AnyObject
}

@usableFromInline
final class CapturedChange<Value: Sendable> {
  @usableFromInline let change: Change<Value>
  init(_ change: Change<Value>) { self.change = change }
}

/// What a value was computed from.
@usableFromInline
struct Basis: Sendable {
  @usableFromInline let leaves: [any Leaf]

  /// The versions of their changes, at the same places.
  private let versions: Versions

  @usableFromInline
  init(_ leaves: [any Leaf], _ moment: Moment) {
    self.leaves = leaves
    if areSame(leaves, moment.leaves) {
      versions = moment.versions
    } else {
      var versions = Versions(capacity: leaves.count)
      for leaf in leaves { versions.append(moment.version(of: leaf) ?? 0) }
      self.versions = versions
    }
  }

  /// Whether it is this change of its source, the only one.
  @usableFromInline
  func isOnly(_ version: UInt) -> Bool { versions[0] == version }

  /// Whether the sources are still as they were.
  @usableFromInline var isFresh: Bool {
    for index in leaves.indices where leaves[index].version != versions[index] { return false }
    return true
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
    for index in leaves.indices {
      if let version = moment.version(of: leaves[index]), versions[index] > version { return true }
    }
    return false
  }
}

@usableFromInline
func areSame(_ some: [any Leaf], _ others: [any Leaf]) -> Bool {
  guard some.count == others.count else { return false }
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
