/// An implementation of derived state.
package enum Engine: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
  /// By hand: class objects in arrays, with the states clean, check and dirty, and tracked reads. The baseline.
  case plainTracked = "plain objects"
  /// The same objects with inputs fixed at creation.
  case plainStatic = "plain, fixed"
  /// The same by hand without reference counting and run-time checks. A limit.
  case dirtyTracked = "uncounted"
  case dirtyStatic = "uncounted, fixed"
  /// By hand: class objects with fixed inputs, recomputed in the order of their heights. The limit.
  case push = "push"
  /// Maps and combinations with fixed inputs.
  case rillStatic = "Rill static"
  /// Closures with tracked reads.
  case rillTracked = "Rill tracked"

  package static let baseline = Engine.plainTracked
  package static let rill = [Engine.rillStatic, .rillTracked]
}
