import StreamCore

/// A property's reference to a node, and to the owners of the node's sources.
///
/// A node retains its inputs, but not their owners. So an observer of a property does not keep the owners of its
/// sources alive; a reference to the property does.
@usableFromInline
final class NodeOwner: Sendable {
  /// Guarded by: the region's lock; this reference keeps the node alive.
  @usableFromInline package nonisolated(unsafe) let node: NodeRef

  /// Guarded by: nothing (it is written in `init` and taken in `deinit`, like `others`).
  nonisolated(unsafe) private var first: AnyObject?
  nonisolated(unsafe) private var others: [AnyObject]

  /// Takes over a reference to the node.
  @usableFromInline
  init(_ node: NodeRef, keeping first: AnyObject? = nil, _ others: [AnyObject] = []) {
    self.node = node
    self.first = first
    self.others = others
  }

  deinit {
    GraphThread.with { thread in
      thread.lock(node)
      node.pointee.flags.insert(.hasNoOwner)
      if node.has(.chooses) { thread.dropChoice(of: node) }
      thread.release(node)
      thread.unlock()
      // Each object may hold the last reference to the next of a long chain; recursion would overflow the stack.
      thread.releasing.releaseLater(first.take())
      while let other = others.popLast() { thread.releasing.releaseLater(other) }
      thread.finish()
    }
  }
}

/// A stream's or subscription's reference to a node; it does not retain the owners of the node's sources.
@usableFromInline
package final class RetainedNode: Disposing {
  /// Guarded by: the region's lock; this reference keeps the node alive.
  @usableFromInline package nonisolated(unsafe) let node: NodeRef

  /// Takes over a reference to the node.
  init(_ node: NodeRef) { self.node = node }

  @usableFromInline
  package convenience init(retaining node: NodeRef) {
    GraphThread.with { thread in
      thread.lock(node)
      node.pointee.references += 1
      thread.unlock()
    }
    self.init(node)
  }

  deinit { node.releaseNow() }

  @usableFromInline package func dispose() { GraphThread.with { $0.dispose(node) } }
  @usableFromInline package var isDisposed: Bool { node.isDisposed }
}

extension NodeRef {
  /// Drops a reference. Called without the lock.
  func releaseNow() {
    GraphThread.with { thread in
      release(thread)
      thread.finish()
    }
  }

  /// Whether an observer was disposed, or retired at its end. Called without the lock.
  var isDisposed: Bool {
    let region = lockRegion()
    defer { region._withUnsafeGuaranteedRef { $0.unlock() } }
    return has(.disposed)
  }
}
