public import Observation

/// Where Observation looks a property up.
///
/// Observation asks for an object and a key path. Here the object is this one, so the class that has the property need not be known, nor
/// be alive when the property changes.
@usableFromInline
final class Registrar: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private var value: Void { () }

  init() {}

  func access() { registrar.access(self, keyPath: \.value) }
  func changed() { registrar.withMutation(of: self, keyPath: \.value) {} }
}
