/// Who keeps derived state.
package enum Engine: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
  /// By hand: class objects in arrays that are clean, to be checked or dirty, whose closures are watched for what they read. What the others are compared with.
  case plainTracked = "plain objects"
  /// The same objects, with inputs that are said when they are made.
  case plainStatic = "plain, fixed"
  /// The same by hand, without counting references and without what Swift checks at run time. A limit.
  case dirtyTracked = "uncounted"
  case dirtyStatic = "uncounted, fixed"
  /// By hand: class objects with fixed inputs that are recomputed in the order of their heights. The limit.
  case push = "push"
  /// Maps and combinations, whose inputs are fixed.
  case rillStatic = "Rill static"
  /// Closures that read what they read.
  case rillTracked = "Rill tracked"

  package static let baseline = Engine.plainTracked
  package static let rill = [Engine.rillStatic, .rillTracked]
}
