/// What a subscription may hold, and may be asked about: whether there is a stream in it that never ends by its
/// meaning.
///
/// A run whose sink has been released without an end is out of reach (contract 14). Then whoever waits for it asks
/// this, from the subscription that it has down to the sources that are attached at that time.
package protocol MayBeEndless: Disposing {
  /// Whether something that it waits for never ends.
  var isEndless: Bool { get }
}

extension Disposable {
  /// Whether something that the work waits for never ends.
  package var isEndless: Bool { (target as? any MayBeEndless)?.isEndless ?? false }
}
