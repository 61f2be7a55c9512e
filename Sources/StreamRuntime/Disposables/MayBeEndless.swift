/// A disposable that can tell whether its source never ends by its meaning, as `never` does.
///
/// A run whose sink was released without an end is out of reach (Docs/Reference/Contract.md, 14): no event can arrive
/// any longer. Its waiting consumers end, unless this returns `true` for a source that the run is attached to.
package protocol MayBeEndless: Disposing {
  /// Whether something that it waits for never ends.
  var isEndless: Bool { get }
}

extension Disposable {
  /// Whether something that the work waits for never ends.
  package var isEndless: Bool { (target as? any MayBeEndless)?.isEndless ?? false }
}
