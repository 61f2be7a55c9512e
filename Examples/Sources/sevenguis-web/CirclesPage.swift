import Rill
import SevenGUIs
import WebElements

final class CirclesPage: Page {
  private let model = CircleDrawer()
  private let undo = Button("undo")
  private let redo = Button("redo")
  private let canvas = Canvas("canvas")
  private let menu = Overlay("menu")
  private let adjust = Button("adjust")
  private let dialog = Overlay("dialog")
  private let diameter = Slider("diameter", in: 10...200)
  private let close = Button("close")

  var elements: [any Element] { [undo, redo, canvas, menu, adjust, dialog, diameter, close] }

  init() {
    undo.bind(model.undo)
    redo.bind(model.redo)
    canvas.discs
      <~ Property(model.circles, model.selected) { circles, selected in
        circles.map { Disc(x: $0.center.x, y: $0.center.y, radius: $0.diameter / 2, isFilled: $0.id == selected) }
      }
    canvas.pointing.subscribe(with: model) { model, event in
      let point = Point(x: event.x, y: event.y)
      switch event.kind {
      case .click: model.click(at: point)
      case .menu: model.openMenu(at: point)
      case .move: model.pointer = point
      case .leave: model.pointer = nil
      }
    }
    menu.place <~ model.$overlay.map { if case .menu(_, let at) = $0 { (at.x, at.y) } else { nil } }
    menu.isVisible <~ model.$overlay.map { if case .menu = $0 { true } else { false } }
    dialog.isVisible <~ model.$overlay.map { if case .slider = $0 { true } else { false } }
    merge(menu.dismissed, dialog.dismissed).subscribe(with: model) { model, _ in model.close.execute() }
    adjust.bind(model.adjust)
    diameter.value <~> channel(\.diameter, of: model)
    close.bind(model.close)
  }
}
