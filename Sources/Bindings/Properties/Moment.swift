/// One consistent look at several sources: the values that they had at one moment.
///
/// All their locks are held while it is taken, in the order of their addresses, and none while anything is computed from it.
final class Moment {
  /// What is looked at.
  enum View {
    /// What the sources have now: what somebody reads.
    case current
    /// The same without what batches keep back: what observers are told.
    case told
  }

  /// The sources, in the order of their locks; they are few, so looking one up is looking at each.
  let leaves: [any Leaf]

  /// The versions of their changes, at the same places.
  private(set) var versions: [UInt] = []
  private var boxes: [AnyObject] = []

  /// The sources that were asked for and are not in it.
  private(set) var missing: [any Leaf] = []

  init(of leaves: [any Leaf], _ view: View) {
    self.leaves = leaves
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

  /// The sources that the value being computed was made of.
  private var used: [any Leaf] = []

  func use(_ leaves: [any Leaf]) { used += leaves }

  /// Begins to take note of what one value is made of; gives back what the one that needs it was made of so far.
  func startUsing() -> [any Leaf] {
    defer { used = [] }
    return used
  }

  func finishUsing(_ before: [any Leaf]) -> [any Leaf] {
    defer { used += before }
    return used
  }

  func version(of leaf: any Leaf) -> UInt? { index(of: leaf).map { versions[$0] } }

  func change<Value>(of cell: Cell<Value>) -> Change<Value>? {
    guard let index = index(of: cell) else {
      missing.append(cell)
      return nil
    }
    used.append(leaves[index])
    return unsafeDowncast(boxes[index], to: CapturedChange<Value>.self).change
  }

  private func index(of leaf: AnyObject) -> Int? { leaves.firstIndex { $0 === leaf } }
}

/// What one source had at a moment.
struct Captured {
  let version: UInt

  /// A `CapturedChange` of the source's type.
  let box: AnyObject
}

final class CapturedChange<Value: Sendable> {
  let change: Change<Value>
  init(_ change: Change<Value>) { self.change = change }
}

func areSame(_ some: [any Leaf], _ others: [any Leaf]) -> Bool {
  guard some.count == others.count else { return false }
  for index in some.indices where some[index] !== others[index] { return false }
  return true
}

/// In the order in which they are locked, each once.
func inLockOrder(_ leaves: [any Leaf]) -> [any Leaf] {
  guard leaves.count > 1 else { return leaves }
  let sorted = leaves.sorted { ObjectIdentifier($0) < ObjectIdentifier($1) }
  var unique: [any Leaf] = []
  for leaf in sorted where unique.last !== leaf { unique.append(leaf) }
  return unique
}
