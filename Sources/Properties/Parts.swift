import StreamCore

/// A part of a collection that a node can depend on.
@usableFromInline
package enum Part: Hashable, Sendable {
  case count
  case index(Int)

  /// The elements whose keys have a hash value.
  case hash(Int)
}

/// The parts in which two versions of a collection differ.
@usableFromInline
package struct PartDifferences: Sendable {
  @usableFromInline var isCountDifferent: Bool
  @usableFromInline var indexes: [Range<Int>]
  @usableFromInline package var hashes: [Int]

  @inlinable
  package init(isCountDifferent: Bool, indexes: [Range<Int>], hashes: [Int] = []) {
    self.isCountDifferent = isCountDifferent
    self.indexes = indexes
    self.hashes = hashes
  }
}

/// The nodes that depend on parts of a source. A change of the source invalidates only those whose part differs.
///
/// Guarded by: the lock of the source's region.
@usableFromInline
package final class Parts<Whole: Sendable> {
  /// Compares two versions. Called with the lock held, so it runs no user code. `nil` means that all parts may differ.
  @usableFromInline package typealias Differences = @Sendable (_ old: Whole, _ new: Whole) -> PartDifferences?

  private let differences: Differences
  private var nodes: [Part: [NodeRef]] = [:]
  private var parts: [NodeRef: Part] = [:]

  init(_ differences: @escaping Differences) { self.differences = differences }

  func add(_ node: NodeRef, _ part: Part) {
    nodes[part, default: []].append(node)
    parts[node] = part
  }

  @usableFromInline
  func remove(_ node: NodeRef) {
    guard let part = parts.removeValue(forKey: node), let others = nodes[part]?.filter({ $0 != node }) else { return }
    nodes[part] = others.isEmpty ? nil : others
  }

  @usableFromInline
  func invalidate(from old: Whole, to new: Whole, at version: UInt64, _ thread: GraphThread) {
    if parts.isEmpty { return }
    guard let differences = differences(old, new) else {
      for node in parts.keys { thread.invalidate(node, at: version) }
      return
    }
    func invalidate(_ part: Part) {
      for node in nodes[part] ?? [] { thread.invalidate(node, at: version) }
    }
    if differences.isCountDifferent { invalidate(.count) }
    for hash in differences.hashes { invalidate(.hash(hash)) }
    for range in differences.indexes {
      if range.count <= nodes.count {
        for index in range { invalidate(.index(index)) }
      } else {
        for case .index(let index) in nodes.keys where range.contains(index) { invalidate(.index(index)) }
      }
    }
  }
}

extension MutableProperty {
  /// A part of the value. It is computed again after changes in which that part differs.
  ///
  /// - Parameter differences: All parts of a property must have the same function.
  /// - Parameter whenUnused: Called, without a lock, when the last dependent of the part is gone.
  @inlinable
  package func part<Piece: Sendable>(
    _ part: Part, _ differences: @escaping Parts<Value>.Differences,
    areSame: @escaping @Sendable (Piece, Piece) -> Bool, whenUnused: (@Sendable () -> Void)? = nil,
    _ compute: @escaping @Sendable (Value) -> Piece
  ) -> Property<Piece> {
    let flags: NodeFlags = whenUnused == nil ? .isPart : .isPart | .asksForWatchers
    let node = GraphThread.derive(Piece.self, from: source.node, flags) { node, action, thread in
      guard case .compute = action else { return node.copyOrDestroy(Piece.self, action, whenUnused) }
      thread.computePart(node, areSame, compute)
    }
    source.add(node, part, differences)
    return Property(node, CallSite(#fileID, #line), keeping: self)
  }
}

extension Source {
  @usableFromInline
  func add(_ node: NodeRef, _ part: Part, _ differences: @escaping Parts<Value>.Differences) {
    withLock {
      let parts = state.pointee.parts ?? Parts(differences)
      state.pointee.parts = parts
      parts.add(node, part)
    }
  }
}

extension GraphThread {
  /// Computes a part of a source's value. A part that has not changed keeps its identity.
  @inlinable
  func computePart<Whole, Piece>(
    _ node: NodeRef, _ areSame: (Piece, Piece) -> Bool, _ compute: (Whole) -> Piece
  ) {
    var whole: Whole? = value(of: node.input(0), Whole.self)
    beginComputing(node)
    var piece: Piece? = compute(whole.unsafelyUnwrapped)
    whole = nil
    let new = endComputing(node)
    let place = node.valuePointer(of: Piece.self)
    let isSame = node.has(.hasValue) && areSame(place.pointee, piece.unsafelyUnwrapped)
    if let new {
      remember(node, ValueBox(piece.take()!), isSame ? node.pointee.identity : new)
    } else if isSame {
      // A clean node, too: it has not seen the identity of its source.
      finishStoring(node, as: node.pointee.identity)
    } else {
      if node.has(.hasValue) { swap(&place.pointee, &piece!) } else { place.initialize(to: piece.take()!) }
      finishStoring(node, as: nil)
    }
    unlock()
    runHandlers { piece = nil }
    lock(node)
    continueEvaluation()
    release(node)
  }
}
