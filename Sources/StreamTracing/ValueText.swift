public import Synchronization

/// Converts values of one type to text. The conversion is chosen once for a run, because checking the type of a value
/// takes longer.
@usableFromInline
package struct ValueText<Value>: Sendable {
  @usableFromInline let describe: @Sendable (borrowing Value) -> String

  @inlinable
  package init() {
    switch Value.self {
    case is Int.Type: describe = { String(reinterpret($0, as: Int.self)) }
    case is Bool.Type: describe = { reinterpret($0, as: Bool.self) ? "true" : "false" }
    case is String.Type: describe = { bounded(reinterpret($0, as: String.self)) }
    default: describe = { bounded(String(describing: copy $0)) }
    }
  }

  /// Returns the text of a value; `nil` if values are hidden.
  @inlinable
  package func callAsFunction(_ value: borrowing Value) -> String? {
    showsValues.load(ordering: .relaxed) ? describe(value) : nil
  }
}

/// Returns the text of a failure or of a reason; `nil` if values are hidden.
package func traceText(of something: some Any) -> String? {
  showsValues.load(ordering: .relaxed) ? bounded(String(describing: something)) : nil
}

/// Whether two values are known to be the same, without calling user code: strings, and values without references.
@usableFromInline
package func isKnownSame<Value>(_ one: Value, _ other: Value) -> Bool {
  if Value.self == String.self { return reinterpret(one, as: String.self) == reinterpret(other, as: String.self) }
  guard _isPOD(Value.self) else { return false }
  return withUnsafeBytes(of: one) { one in withUnsafeBytes(of: other) { one.elementsEqual($0) } }
}

@inlinable
func reinterpret<Value, Other>(_ value: borrowing Value, as type: Other.Type) -> Other {
  withUnsafePointer(to: value) { UnsafeRawPointer($0).assumingMemoryBound(to: Other.self).pointee }
}

@usableFromInline
func bounded(_ text: String) -> String {
  guard text.utf8.count > 120 else { return text }
  // A character can have any number of scalars.
  let scalars = text.unicodeScalars.prefix(120)
  return scalars.endIndex == text.endIndex ? text : String(scalars) + "…"
}

/// Whether values become text. Read at every event.
@usableFromInline let showsValues = SystemAtomic<Bool>(true)
