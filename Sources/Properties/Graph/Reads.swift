import StreamCore

/// The reads of a part of a tracked closure, with the identities of the values.
///
/// A collection's stage runs its criterion only for the changed rows, and still depends on the reads for all other
/// rows. So it stores these reads, and checks at the beginning of each run whether they are current.
@usableFromInline
package struct Reads: Sendable {
  private var all: [(node: RetainedNode, identity: UInt64)]

  @usableFromInline package init() { all = [] }

  /// Runs `body` as a part of the running tracked closure, and returns the reads that no earlier part has made.
  @inlinable
  package static func during<Result>(_ body: () -> Result) -> (Result, Reads) {
    let before = count
    let result = body()
    return (result, Reads(since: before))
  }

  /// The number of reads of the tracked closure that is running.
  @usableFromInline static var count: Int32 { GraphThread.with { $0.readCount } }

  @usableFromInline
  init(since count: Int32) {
    all = GraphThread.with { thread in
      guard thread.readCount > count else { return [] }
      return (Int(thread.tracking.run.pointee.first)..<thread.tracking.entries.count).compactMap { index in
        let entry = thread.tracking.entries[index]
        return entry.order < count ? nil : (RetainedNode(retaining: entry.node), entry.identity)
      }
    }
  }

  @usableFromInline package var count: Int { all.count }

  /// Whether all of the other reads are among these, with the same values.
  @usableFromInline
  package func contains(_ others: Reads) -> Bool {
    let known = Dictionary(all.map { ($0.node.node, $0.identity) }, uniquingKeysWith: { _, last in last })
    return others.all.allSatisfy { $0.identity != 0 && known[$0.node.node] == $0.identity }
  }

  /// Reads everything again, and returns whether all values are the same as before. If so, the reads are
  /// dependencies of the tracked closure that is running.
  @usableFromInline
  package func areCurrent() -> Bool {
    if all.isEmpty { return true }
    return GraphThread.with { thread in
      let before = thread.readCount
      let isCurrent = all.allSatisfy { $0.identity != 0 && $0.identity == thread.identity(reading: $0.node.node) }
      if !isCurrent { thread.forgetReads(since: before) }
      return isCurrent
    }
  }

  @usableFromInline
  package mutating func append(_ others: Reads) {
    if !others.all.isEmpty { all.append(contentsOf: others.all) }
  }
}

/// Whether a tracked closure is running, so that a property that is read becomes a dependency.
@usableFromInline package var isTracking: Bool { GraphThread.with { $0.tracking.context.isOn } }

/// Whether a tracked closure or Observation tracks the reads of this thread.
@usableFromInline package var isFollowed: Bool { GraphThread.with { $0.tracking.context.isOn || $0.isObserved } }

extension Property {
  /// The same property, which does not keep the owners of its sources.
  ///
  /// The closures of derived properties capture it. Otherwise an observer of the derived property would keep the
  /// sources alive.
  @usableFromInline package var withoutOwners: Property { Property(self, keptBy: RetainedNode(retaining: node)) }

  /// Makes a derived property whose dependents are not recomputed if `areSame` holds for the old and the new value.
  ///
  /// `areSame` compares identities of objects; it runs with the lock held, and must not run user code. The result
  /// retains the owners of its sources: `first` and `others`.
  ///
  /// - Parameter whenUnused: Called, without a lock, when its last dependent is gone.
  @inlinable
  package init(
    _ compute: @escaping @Sendable () -> Value, areSame: @escaping @Sendable (Value, Value) -> Bool,
    keeping first: AnyObject, _ others: [AnyObject] = [], whenUnused: (@Sendable () -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let flags: NodeFlags = whenUnused == nil ? .tracked : .tracked | .asksForWatchers
    let node = GraphThread.deriveFromReads(Value.self, flags) { node, action, thread in
      guard case .compute = action else { return node.copyOrDestroy(Value.self, action, whenUnused) }
      thread.computeTracked(node, compute, areSame: areSame)
    }
    self.init(node, CallSite(fileID, line), keeping: first, others)
  }
}

extension GraphThread {
  fileprivate var readCount: Int32 {
    tracking.runs.isEmpty ? 0 : tracking.run.pointee.order
  }

  /// Forgets the reads after the first `count`: they are dependencies only if they are repeated.
  fileprivate func forgetReads(since count: Int32) {
    let run = tracking.run
    for index in Int(run.pointee.first)..<tracking.entries.count where tracking.entries[index].order >= count {
      tracking.entries.pointer(at: index).pointee.order = -1
    }
    run.pointee.order = count
    run.pointee.isInOrder = false
  }

  /// Reads a node, which becomes a dependency. Returns the identity of its value; `nil` if that is unknown.
  fileprivate func identity(reading node: NodeRef) -> UInt64? {
    guard captured(node) != nil else { return nil }
    return tracking.index(of: node).map { tracking.entries[$0].identity }
  }
}
