import Rill

/// Shows that something is under way, and how far it is.
public final class Progress: Element {
  public let id: String
  public let isVisible = MutableProperty(false)
  public let fraction = MutableProperty(0.0)

  public init(_ id: String) { self.id = id }

  public var changes: Signal<Void, Never> { merge(isVisible.mapTo(()), fraction.mapTo(())) }

  public func look(_ known: inout Int) -> Look { Look(visible: isVisible.value, fraction: fraction.value) }
}
