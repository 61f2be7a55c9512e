// How `print` and `dump` show properties: the value, and not the parts of the graph behind it.

extension MutableProperty: CustomStringConvertible, CustomReflectable {
  /// The value, as in `MutableProperty(3)`.
  public var description: String { "MutableProperty(\(untracked { value }))" }

  /// The value.
  public var customMirror: Mirror { Mirror(self, children: ["value": untracked { value }]) }
}

extension Property: CustomStringConvertible, CustomReflectable {
  /// The value, as in `Property(3)`. A stale value is computed first. A stale property that belongs to an actor shows
  /// its value only on that actor.
  public var description: String { "Property(\(valueIfReadable.map { "\($0)" } ?? "to be computed on its actor"))" }

  /// The value, if it can be read here.
  public var customMirror: Mirror { Mirror(self, children: ["value": valueIfReadable as Any]) }

  private var valueIfReadable: Value? {
    defer { extendLifetime(owner) }
    return untracked { GraphThread.with { $0.canRead(node) } ? value : nil }
  }
}

extension GraphThread {
  /// Whether a node can be made up to date on this thread.
  fileprivate func canRead(_ node: NodeRef) -> Bool {
    lock(node)
    let canRead = node.isClean || evaluate(node) == nil
    unlock()
    finish()
    return canRead
  }
}
