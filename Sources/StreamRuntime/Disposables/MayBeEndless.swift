/// A disposable that knows whether its source is one that never ends, as `never` is.
///
/// A subscription whose sink was released without an end is unreachable (Docs/Reference/Contract.md, 14): no event can
/// follow, and waiting subscribers are notified of that. If ``isEndless`` is `true`, they continue to wait.
package protocol MayBeEndless: Disposing {
  /// Whether a source of the subscription is one that never ends.
  var isEndless: Bool { get }
}

extension Disposable {
  /// Whether a source of the subscription is one that never ends.
  package var isEndless: Bool { (target as? any MayBeEndless)?.isEndless ?? false }
}
