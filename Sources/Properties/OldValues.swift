import StreamCore

/// Values that a source has had, each from one version until before another.
@usableFromInline
final class OldValues<Value> {
  typealias Element = (value: Value, identity: UInt64, from: UInt64, until: UInt64)
  var values: [Element]

  init(_ values: [Element] = []) { self.values = values }
}

extension Source {
  /// Keeps the value, which is about to be replaced, for the evaluations that read its version.
  @usableFromInline
  func keepOld(_ thread: GraphThread) {
    var (oldest, newest, next) = (UInt64.max, UInt64.min, thread.withRegion { $0.snapshots })
    while let evaluation = next {
      (oldest, newest) = (min(oldest, evaluation.pointee.version), max(newest, evaluation.pointee.version))
      next = evaluation.pointee.next
    }
    let old = state.pointee.old ?? OldValues<Value>()
    if let first = old.values.firstIndex(where: { $0.until > oldest }), first > 0 {
      thread.releaseLater(OldValues(Array(old.values[..<first])))
      old.values.removeFirst(first)
    }
    guard newest >= node.pointee.validAt else { return }
    if state.pointee.old == nil {
      state.pointee.old = old
      node.pointee.references += 1
      thread.withRegion { $0.historic.append(node) }
    }
    old.values.append(
      (node.value(Value.self), node.pointee.identity, from: node.pointee.validAt, until: thread.version))
  }

  /// Copies the value that the source had at a version, if it was kept.
  @usableFromInline
  func copyOld(_ place: UnsafeMutablePointer<MemoEntry>, _ version: UInt64) {
    guard let old = state.pointee.old?.values.first(where: { $0.from <= version && version < $0.until }) else { return }
    place.pointee = MemoEntry(box: ValueBox(old.value), identity: old.identity)
  }
}
