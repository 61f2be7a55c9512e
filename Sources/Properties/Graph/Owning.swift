import StreamCore

/// A property's reference to a node, and what the node's sources are kept by.
///
/// Nodes keep nodes only, so whoever observes a property does not keep its sources from being released; who has the
/// property does.
@usableFromInline
final class NodeOwner: Sendable {
  /// Guard: the region's lock, and this reference.
  @usableFromInline package nonisolated(unsafe) let node: NodeRef

  /// Guard, as for the next: written once, taken when nobody else has this.
  nonisolated(unsafe) private var first: AnyObject?
  nonisolated(unsafe) private var second: AnyObject?

  /// Takes over a reference to the node.
  @usableFromInline
  init(_ node: NodeRef, keeping first: AnyObject? = nil, _ second: AnyObject? = nil) {
    self.node = node
    self.first = first
    self.second = second
  }

  deinit {
    GraphThread.with { thread in
      thread.lock(node)
      node.pointee.flags.insert(.hasNoOwner)
      if node.has(.chooses) { thread.dropChoice(of: node) }
      thread.release(node)
      thread.unlock()
      // What is kept may be all that holds the next of a long chain.
      thread.releasing.discard(first.take())
      thread.releasing.discard(second.take())
      thread.finish()
    }
  }
}

/// What a property keeps that is made of more than two others.
@usableFromInline
final class Kept: Sendable {
  /// Guard: taken when nobody else has this.
  nonisolated(unsafe) private var all: [any AnyObject & Sendable]

  @usableFromInline init(_ all: [any AnyObject & Sendable]) { self.all = all }

  deinit {
    GraphThread.with { thread in
      for kept in all { thread.releasing.discard(kept) }
      all = []
      thread.finish()
    }
  }
}

/// A reference to a node, as a stream or a subscription has it, which does not keep the sources of the node.
@usableFromInline
package final class RetainedNode: Disposing {
  /// Guard: the region's lock, and this reference.
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

  deinit { node.letGo() }

  @usableFromInline package func dispose() { GraphThread.with { $0.dispose(node) } }
  @usableFromInline package var isDisposed: Bool { node.isDisposed }
}

extension NodeRef {
  /// Gives up a reference. Called without the lock.
  func letGo() {
    GraphThread.with { thread in
      release(thread)
      thread.finish()
    }
  }

  /// Whether an observer was ended. Called without the lock.
  var isDisposed: Bool {
    let region = lockRegion()
    defer { region._withUnsafeGuaranteedRef { $0.unlock() } }
    return has(.disposed)
  }
}
