import Observation
import StreamCore
import StreamPrimitives

/// The object that stands for a property in the Observation framework, from a read until the next change.
///
/// Observation needs an object and a key path. This object takes the place of the object that has the property. The
/// latter need not be known, and need not be alive when the property changes.
package final class Registrar: Observable, Sendable {
  /// The node that is being watched; it lives until its watch is over.
  package struct Key: Hashable {
    private let address: UInt
    package init(_ node: NodeRef) { address = UInt(bitPattern: node) }
  }

  /// The registrars of the watched nodes, except for those that a batch made.
  static let known = Lock<[Key: Registrar]>([:])

  /// The identity of the value that all readers have, or of an equal value; 0 if they may have different values.
  let seen = Atomic<UInt64>(0)

  private let registrar = ObservationRegistrar()
  private var value: Void { () }

  /// Removes the registrar from `known` if it is there. The registrar of a watch that a batch made is not.
  func forget(_ key: Key) {
    Self.known.withLock { if $0[key] === self { $0[key] = nil } }
  }

  /// Replaces the identity by that of an equal value. Returns `false` if readers may have different values by now.
  func rename(_ known: UInt64, to identity: UInt64) -> Bool {
    seen.compareExchange(expected: known, desired: identity, ordering: .relaxed).exchanged
  }

  func access() { registrar.access(self, keyPath: \.value) }
  func changed() { registrar.withMutation(of: self, keyPath: \.value) {} }
}

/// Detects whether Observation is tracking the reads of this thread, as in the body of a view.
///
/// A watch keeps its node alive, with the captures of the node's closure. So it is made only during such tracking.
/// Observation has no function that returns this. But it hashes every key path that it records, and the hash of this
/// key path sets a flag.
final class Audience: Observable, Sendable {
  /// The argument of the key path, whose hash sets the flag.
  private struct Question: Hashable {
    func hash(into hasher: inout Hasher) { GraphThread.with { $0.hasAudience = true } }
  }

  private static let shared = Audience()

  /// Guarded by: nothing (it is constant).
  nonisolated(unsafe) private static let question: KeyPath<Audience, Void> = \.[Question()]

  private let registrar = ObservationRegistrar()
  private subscript(question: Question) -> Void { () }

  /// Called without a lock of the library's.
  static func isListening(on thread: GraphThread) -> Bool {
    thread.hasAudience = false
    shared.registrar.access(shared, keyPath: question)
    return thread.hasAudience
  }
}
