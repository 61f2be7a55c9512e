import Rill

/// A line of text that a person types.
public final class TextField: Element {
  public let id: String
  public let text = MutableProperty("")

  public let isEnabled = MutableProperty(true)
  public let tone = MutableProperty(Tone.plain)

  /// How long the text may get.
  public let limit: Int

  public init(_ id: String, limit: Int) {
    self.id = id
    self.limit = limit
  }

  public var changes: Signal<Void, Never> {
    merge(text.mapTo(()), isEnabled.mapTo(()), tone.mapTo(()))
  }

  public func look(_ known: inout Int) -> Look { Look(text: text.value, tone: tone.value, enabled: isEnabled.value) }

  public func receive(_ gesture: Gesture) throws(Refusal) {
    guard case .type(let new) = gesture else { throw Refusal("\(id) accepts only text") }
    guard new.utf16.count <= limit else { throw Refusal("\(id) accepts at most \(limit) characters") }
    text.value = new
  }
}
