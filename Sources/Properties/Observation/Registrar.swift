import Observation
import StreamCore

/// Where Observation looks a property up, from when it is read until it changes.
///
/// Observation asks for an object and a key path. Here the object is this one, so the class that has the property need
/// not be known, nor be alive when the property changes.
package final class Registrar: Observable, Sendable {
  /// The node that is being watched; it lives until its watch is over.
  package struct Key: Hashable {
    private let address: UInt
    package init(_ node: NodeRef) { address = UInt(bitPattern: node) }
  }

  static let known = Lock<[Key: Registrar]>([:])

  private let registrar = ObservationRegistrar()
  private var value: Void { () }

  func access() { registrar.access(self, keyPath: \.value) }
  func changed() { registrar.withMutation(of: self, keyPath: \.value) {} }
}
