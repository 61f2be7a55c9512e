import Rill

/// Shows that something is under way.
public final class Progress: Element {
  public let id: String
  public let isVisible = MutableProperty(false)

  public init(_ id: String) { self.id = id }

  public var changes: Signal<Void, Never> { isVisible.map { _ in } }

  public func look(_ known: inout Int) -> Look { Look(visible: isVisible.value) }
}
