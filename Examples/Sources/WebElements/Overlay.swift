import Rill

/// A part of the page that is shown over the rest: a menu at a place, or a dialog.
public final class Overlay: Element {
  /// A place on the element that the overlay belongs to, in pixels.
  public typealias Place = (x: Double, y: Double)

  public let id: String
  public let isVisible = MutableProperty(false)
  public let place = MutableProperty<Place?>(nil)

  /// Sends when the person dismisses it.
  public let dismissed = Subject<Void, Never>()

  public init(_ id: String) { self.id = id }

  public var changes: Signal<Void, Never> { merge(isVisible.mapTo(()), place.mapTo(())) }

  public func look(_ known: inout Int) -> Look {
    Look(visible: isVisible.value, place: place.value.map { [$0.x, $0.y] })
  }

  public func receive(_ gesture: Gesture) throws(Refusal) {
    guard case .click = gesture else { throw Refusal("\(id) accepts only a dismissal") }
    dismissed.send()
  }
}
