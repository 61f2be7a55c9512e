import StreamCore

/// A reference to a node. That of a derived property keeps the owners of the node's sources, too.
///
/// A node retains its inputs, but not their owners. So an observer of a property does not keep the owners of its
/// sources alive; the property does.
@usableFromInline
package final class RetainedNode: Disposing {
  /// Guarded by: the region's lock; this reference keeps the node alive.
  @usableFromInline package nonisolated(unsafe) let node: NodeRef

  /// The first owner, so that a single one needs no array.
  ///
  /// Guarded by: nothing (it is written in `init` and taken in `deinit`, like `others`).
  nonisolated(unsafe) private var first: AnyObject?
  nonisolated(unsafe) private var others: [AnyObject]

  /// Takes over a reference to the node.
  init(_ node: NodeRef, keeping first: AnyObject? = nil, _ others: [AnyObject] = []) {
    self.node = node
    self.first = first
    self.others = others
  }

  @usableFromInline
  package convenience init(retaining node: NodeRef) {
    GraphThread.with { thread in
      thread.lock(node)
      node.pointee.references += 1
      thread.unlock()
    }
    self.init(node)
  }

  deinit {
    GraphThread.with { thread in
      thread.lock(node)
      if first != nil, node.has(.chooses) {
        node.pointee.flags.insert(.hasNoOwner)
        thread.dropChoice(at: node)
      }
      thread.release(node)
      thread.unlock()
      if first != nil {
        // Each object may hold the last reference to the next of a long chain; recursion would overflow the stack.
        thread.releaseLater(first.take())
        while let other = others.popLast() { thread.releaseLater(other) }
      }
      thread.finish()
    }
  }

  @usableFromInline package func dispose() { GraphThread.with { $0.dispose(node) } }

  /// Whether the node is an observer that was disposed, or retired at its end.
  @usableFromInline package var isDisposed: Bool {
    let region = node.lockRegion()
    defer { region._withUnsafeGuaranteedRef { $0.unlock() } }
    return node.has(.disposed)
  }
}
