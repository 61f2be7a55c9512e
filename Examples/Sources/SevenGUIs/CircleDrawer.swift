import Rill

/// A place on a canvas.
public struct Point: Equatable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// A circle on a canvas.
public struct Circle: Identifiable, Equatable, Sendable {
  public let id: Int
  public let center: Point
  public var diameter = 40.0

  /// The square of the distance between its centre and a point; `nil` if the point is outside.
  func distance(to point: Point) -> Double? {
    let (x, y) = (center.x - point.x, center.y - point.y)
    let square = x * x + y * y
    return square < diameter * diameter / 4 ? square : nil
  }
}

/// A canvas of circles: a click adds one, and a menu changes a diameter. Each change can be undone.
@MainActor
public final class CircleDrawer {
  /// The menu or the slider over the canvas.
  public enum Overlay: Equatable, Sendable {
    case none
    case menu(of: Circle.ID, at: Point)
    case slider(of: Circle.ID)

    var circle: Circle.ID? {
      switch self {
      case .none: nil
      case .menu(let id, _), .slider(let id): id
      }
    }
  }

  @Observed public private(set) var overlay = Overlay.none

  /// The place of the pointer; `nil` if it is not on the canvas.
  @Observed public var pointer: Point?

  /// The diameter that the slider shows.
  @Observed public var diameter = 40.0

  /// The circles as they are drawn, one of them with the diameter of the slider.
  public private(set) lazy var circles = Property(drawn, $overlay, $diameter) { circles, overlay, diameter in
    guard case .slider(let id) = overlay else { return circles }
    return circles.map { $0.id == id ? Circle(id: id, center: $0.center, diameter: diameter) : $0 }
  }

  /// The circle with an overlay, or else the nearest one under the pointer.
  public private(set) lazy var selected = Property(drawn, $overlay, $pointer) { circles, overlay, pointer in
    overlay.circle ?? pointer.flatMap { Self.circle(under: $0, in: circles)?.id }
  }
  .distinctUntilChanged()

  /// Opens the slider for the circle of the menu.
  public private(set) lazy var adjust = Command(
    self, enabledIf: $overlay.map { if case .menu = $0 { true } else { false } }
  ) {
    drawer in
    guard let circle = drawer.drawn.value.first(where: { $0.id == drawer.overlay.circle }) else { return }
    drawer.diameter = circle.diameter
    drawer.overlay = .slider(of: circle.id)
  }

  /// Closes the menu or the slider. The last diameter of the slider is one step, however often it was moved.
  public private(set) lazy var close = Command(self) { drawer in
    guard case .slider(let id) = drawer.overlay else { return drawer.overlay = .none }
    batch {
      let circles = drawer.circles.value
      drawer.overlay = .none
      if circles != drawer.drawn.value { drawer.history.step { drawer.drawn.value = circles } }
    }
  }

  public private(set) lazy var undo = Command(self, enabledIf: canStep(history.canUndo)) { $0.history.undo() }
  public private(set) lazy var redo = Command(self, enabledIf: canStep(history.canRedo)) { $0.history.redo() }

  private let drawn: MutableProperty<[Circle]>
  private let history: History
  private var lastID = 0

  public init() {
    drawn = MutableProperty([])
    history = History(of: drawn)
  }

  /// Adds a circle, unless there is one at that place, or something to close.
  public func click(at point: Point) {
    if overlay != .none { return _ = close.execute() }
    guard Self.circle(under: point, in: drawn.value) == nil else { return }
    lastID += 1
    history.step { drawn.value.append(Circle(id: lastID, center: point)) }
  }

  /// Opens the menu of the circle at a place, if there is one.
  public func openMenu(at point: Point) {
    close.execute()
    pointer = point
    if let circle = Self.circle(under: point, in: drawn.value) { overlay = .menu(of: circle.id, at: point) }
  }

  private func canStep(_ hasStep: Property<Bool>) -> Property<Bool> {
    Property(hasStep, $overlay) { $0 && $1 == .none }.distinctUntilChanged()
  }

  private nonisolated static func circle(under point: Point, in circles: [Circle]) -> Circle? {
    circles.compactMap { circle in circle.distance(to: point).map { (circle, $0) } }.min { $0.1 < $1.1 }?.0
  }
}
