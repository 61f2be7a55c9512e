import Rill

/// A text to read.
public final class Label: Element {
  public let id: String
  public let text = MutableProperty("")
  public let tone = MutableProperty(Tone.plain)

  public init(_ id: String) { self.id = id }

  public var changes: Signal<Void, Never> { merge(text.mapTo(()), tone.mapTo(())) }

  public func look(_ known: inout Int) -> Look { Look(text: text.value, tone: tone.value) }
}

/// How a text is meant.
public enum Tone: String, Sendable, Encodable {
  case plain, good, bad
}
