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

  private var captured: [ObjectIdentifier: Captured] = [:]

  /// The sources that were asked for and are not in it.
  private(set) var missing: [any Leaf] = []

  init(of leaves: [any Leaf], _ view: View) {
    captured.reserveCapacity(leaves.count)
    for leaf in leaves { leaf.lock() }
    for leaf in leaves { captured[ObjectIdentifier(leaf)] = leaf.capture(view) }
    for leaf in leaves { leaf.unlock() }
  }

  func version(of leaf: any Leaf) -> UInt? { captured[ObjectIdentifier(leaf)]?.version }

  func change<Value>(of cell: Cell<Value>) -> Change<Value>? {
    guard let captured = captured[ObjectIdentifier(cell)] else {
      missing.append(cell)
      return nil
    }
    return unsafeDowncast(captured.box, to: CapturedChange<Value>.self).change
  }
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

/// In the order in which they are locked, each once.
func inLockOrder(_ leaves: [any Leaf]) -> [any Leaf] {
  guard leaves.count > 1 else { return leaves }
  let sorted = leaves.sorted { ObjectIdentifier($0) < ObjectIdentifier($1) }
  var unique: [any Leaf] = []
  for leaf in sorted where unique.last !== leaf { unique.append(leaf) }
  return unique
}
