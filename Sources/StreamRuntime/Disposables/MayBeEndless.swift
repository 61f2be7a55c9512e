/// A disposable that can tell whether its source never ends by its meaning, as `never` does.
///
/// A run whose sink was released without an end is out of reach (Docs/Contract.md, 14): nothing can come any more, and
/// whoever waits is told so, unless this answers `true` for something that the run is attached to.
package protocol MayBeEndless: Disposing {
  /// Whether something that it waits for never ends.
  var isEndless: Bool { get }
}

extension Disposable {
  /// Whether something that the work waits for never ends.
  package var isEndless: Bool { (target as? any MayBeEndless)?.isEndless ?? false }
}
