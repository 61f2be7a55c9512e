import Rill

/// A list of lines.
public final class List: Element {
  public let id: String
  public let items = MutableProperty<[String]>([])

  public init(_ id: String) { self.id = id }

  public var changes: Signal<Void, Never> { items.mapTo(()) }

  public func look(_ known: inout Int) -> Look { Look(items: items.value) }
}
