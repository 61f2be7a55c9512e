import Rill

/// A circle of a canvas, in pixels.
public struct Disc: Encodable, Sendable {
  let x: Double
  let y: Double
  let radius: Double
  let filled: Bool

  public init(x: Double, y: Double, radius: Double, isFilled: Bool) {
    (self.x, self.y, self.radius, filled) = (x, y, radius, isFilled)
  }
}

/// An area of circles that reports the pointer.
public final class Canvas: Element {
  public let id: String
  public let discs = MutableProperty<[Disc]>([])

  /// Sends each action of the pointer, with its place in pixels from the top left corner.
  public let pointing = Subject<(kind: Pointing, x: Double, y: Double), Never>()

  public init(_ id: String) { self.id = id }

  public var changes: Signal<Void, Never> { discs.mapTo(()) }

  public func look(_ known: inout Int) -> Look { Look(discs: discs.value) }

  public func receive(_ gesture: Gesture) throws(Refusal) {
    guard case .point(let kind, let x, let y) = gesture, (0...10_000).contains(x), (0...10_000).contains(y) else {
      throw Refusal("\(id) accepts only positions from 0 to 10000")
    }
    pointing.send((kind, x, y))
  }
}
