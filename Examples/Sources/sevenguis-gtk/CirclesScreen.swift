import GtkControls
import Rill
import SevenGUIs

@MainActor final class CirclesScreen: Screen {
  let window: Window
  private let model = CircleDrawer()

  init() {
    let (undo, redo, canvas) = (Button("Undo"), Button("Redo"), Canvas(width: 480, height: 300))
    let (adjust, slider, close) = (Button("Adjust diameter…"), Slider(in: 10...200, step: 5), Button("Close"))
    let menu = Popover(over: canvas, adjust)
    window = Window("Circle drawer", Column([Row([undo, redo]), canvas]), width: 500, height: 360)
    let dialog = Window("Adjust diameter", Column([slider, close]), width: 300, height: 80)
    dialog.becomeDialog(of: window)

    bind(
      \.discs, of: canvas,
      to: Property(model.circles, model.selected) { circles, selected in
        circles.map {
          Canvas.Disc(
            center: ($0.center.x, $0.center.y), radius: $0.diameter / 2, isFilled: $0.id == selected)
        }
      })
    canvas.clicks.subscribe(with: model) { model, press in model.click(at: Point(x: press.x, y: press.y)) }
    canvas.menuClicks.subscribe(with: model) { model, press in model.openMenu(at: Point(x: press.x, y: press.y)) }
    bind(\.pointer, of: model, to: canvas.hovers.map { $0.map { Point(x: $0.x, y: $0.y) } })
    undo.bind(model.undo)
    redo.bind(model.redo)

    // GTK is still handling the click on the button when the menu is to be closed.
    bind(
      \.place, of: menu,
      to: model.$overlay.map { if case .menu(_, let at) = $0 { (at.x, at.y) } else { nil } }.deliver(on: .mainAsync))
    adjust.bind(model.adjust)
    bind(\.isOpen, of: dialog, to: model.$overlay.map { if case .slider = $0 { true } else { false } })
    slider.channel(\.value) <~> channel(\.diameter, of: model)
    close.bind(model.close)
    // The person can close both by other means, too.
    menu.closed.subscribe(with: model) { model, _ in if case .menu = model.overlay { model.close.execute() } }
    dialog.closed.subscribe(with: model) { model, _ in if case .slider = model.overlay { model.close.execute() } }
  }
}
