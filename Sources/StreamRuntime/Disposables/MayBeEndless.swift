/// A disposable that knows whether its source never ends, like `never`.
///
/// A subscription whose sink was released without an end is unreachable (Docs/Reference/Contract.md, 14): no event can
/// follow, and waiting subscribers are notified of that. If ``isEndless`` is `true`, they continue to wait.
package protocol MayBeEndless: Disposing {
  /// Whether a source of the subscription never ends.
  var isEndless: Bool { get }
}

extension Disposable {
  /// Whether a source of the subscription never ends.
  package var isEndless: Bool { (target as? any MayBeEndless)?.isEndless ?? false }
}
