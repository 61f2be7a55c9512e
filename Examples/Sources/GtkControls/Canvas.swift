import CGtk
public import Rill

/// An area of circles that reports the pointer.
@MainActor public final class Canvas: Widget {
  /// A place in a canvas, in pixels from its top left corner.
  public typealias Place = (x: Double, y: Double)

  public struct Disc: Sendable {
    let center: Place
    let radius: Double
    let isFilled: Bool

    public init(center: Place, radius: Double, isFilled: Bool) {
      (self.center, self.radius, self.isFilled) = (center, radius, isFilled)
    }
  }

  public var discs: [Disc] {
    get { drawing.discs }
    set {
      drawing.discs = newValue
      gtk_widget_queue_draw(pointer)
    }
  }

  /// Sends each press of the first button of the mouse.
  public private(set) lazy var clicks: Signal<Press, Never> = presses(of: 1).signal

  /// Sends each press of the other button.
  public private(set) lazy var menuClicks: Signal<Press, Never> = presses(of: 3).signal

  /// Sends the place of the pointer, and `nil` when it leaves.
  public private(set) lazy var hovers: Signal<Place?, Never> = moves().signal

  private let drawing = Drawing()

  public init(width: Int32, height: Int32) {
    super.init(gtk_drawing_area_new())
    gtk_widget_set_size_request(pointer, width, height)
    gtk_widget_set_hexpand(pointer, 1)
    gtk_widget_set_vexpand(pointer, 1)
    gtk_widget_add_css_class(pointer, "view")
    pointer.withMemoryRebound(to: GtkDrawingArea.self, capacity: 1) { area in
      gtk_drawing_area_set_draw_func(
        area,
        { area, context, _, _, drawing in
          Unmanaged<Drawing>.fromOpaque(drawing!).takeUnretainedValue().draw(in: context!, of: area!)
        }, Unmanaged.passRetained(drawing).toOpaque(), { Unmanaged<Drawing>.fromOpaque($0!).release() })
    }
  }

  public override var summary: String {
    (discs.map { "\($0.isFilled ? "●" : "○") \(Int($0.center.x)),\(Int($0.center.y)) ⌀\(Int(2 * $0.radius))" }
      + [super.summary].filter { !$0.isEmpty })
      .joined(separator: "; ")
  }
}

/// The circles of a canvas, which GTK keeps for as long as it may draw them.
@MainActor private final class Drawing {
  var discs: [Canvas.Disc] = []

  func draw(in context: OpaquePointer, of area: UnsafeMutablePointer<GtkDrawingArea>) {
    var colour = GdkRGBA()
    area.withMemoryRebound(to: GtkWidget.self, capacity: 1) {
      gtk_style_context_get_color(gtk_widget_get_style_context($0), &colour)
    }
    for disc in discs {
      cairo_new_sub_path(context)
      cairo_arc(context, disc.center.x, disc.center.y, disc.radius, 0, 2 * .pi)
      if disc.isFilled {
        cairo_set_source_rgba(context, 0.5, 0.5, 0.5, 0.6)
        cairo_fill_preserve(context)
      }
      gdk_cairo_set_source_rgba(context, &colour)
      cairo_set_line_width(context, 1.5)
      cairo_stroke(context)
    }
  }
}
