import StreamCore

/// Values that a source has had, each from one version until another.
@usableFromInline
final class OldValues<Value> {
  var values: [(value: Value, from: UInt64, until: UInt64)]

  init(_ values: [(value: Value, from: UInt64, until: UInt64)] = []) { self.values = values }
}

extension Source {
  /// Keeps the value, which is about to be replaced, for the evaluations that read its version.
  @usableFromInline
  func keepOld(_ thread: GraphThread) {
    let (oldest, newest) = thread.withRegion { ($0.snapshots.min(), $0.snapshots.max()) }
    guard let oldest, let newest else { return }
    let old = state.pointee.old ?? OldValues<Value>()
    if let first = old.values.firstIndex(where: { $0.until > oldest }), first > 0 {
      thread.releasing.discard(OldValues(Array(old.values[..<first])))
      old.values.removeFirst(first)
    }
    guard newest >= node.pointee.identity else { return }
    if state.pointee.old == nil {
      state.pointee.old = old
      node.pointee.references += 1
      thread.withRegion { $0.historic.append(node) }
    }
    old.values.append((node.value(Value.self), from: node.pointee.identity, until: thread.version))
  }

  @usableFromInline
  func copyOld(_ place: UnsafeMutablePointer<OldValue>, _ version: UInt64) {
    guard let old = state.pointee.old?.values.first(where: { $0.from <= version && version < $0.until }) else { return }
    place.pointee = OldValue(box: ValueBox(old.value), identity: old.from)
  }
}
