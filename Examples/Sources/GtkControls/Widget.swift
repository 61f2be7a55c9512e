public import CGtk
public import Rill

/// A widget of GTK's, which is kept by this and by the widget that it is in.
@MainActor open class Widget: HasLifetime {
  public let pointer: UnsafeMutablePointer<GtkWidget>

  /// Bindings of the widget end with it.
  public nonisolated let lifetime = Lifetime()

  /// The widgets inside, and those over it. They live as long as this one.
  private var content: [Widget]

  /// The number of widgets, for tests of leaks.
  public private(set) static var count = 0

  init(_ pointer: UnsafeMutablePointer<GtkWidget>, _ content: [Widget] = []) {
    self.pointer = pointer
    self.content = content
    g_object_ref_sink(pointer)
    Self.count += 1
  }

  isolated deinit {
    // A popover leaves the widget that it is over, before that goes.
    content = []
    g_object_unref(pointer)
    Self.count -= 1
  }

  /// Whether it can be used.
  public var isEnabled: Bool {
    get { gtk_widget_get_sensitive(pointer) != 0 }
    set { gtk_widget_set_sensitive(pointer, newValue ? 1 : 0) }
  }

  /// Whether it is marked as a mistake.
  public var isWrong: Bool {
    get { gtk_widget_has_css_class(pointer, "error") != 0 }
    set { (newValue ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(pointer, "error") }
  }

  /// Keeps a widget that is over this one.
  func keep(_ widget: Widget) { content.append(widget) }

  /// Takes the room that its neighbours leave.
  public func expanded() -> Self {
    gtk_widget_set_hexpand(pointer, 1)
    return self
  }

  /// The visible content, as a line of text for tests.
  open var summary: String { content.map(\.summary).filter { !$0.isEmpty }.joined(separator: " | ") }

  /// Whether it is to be seen.
  public var isVisible: Bool {
    get { gtk_widget_get_visible(pointer) != 0 }
    set { gtk_widget_set_visible(pointer, newValue ? 1 : 0) }
  }

  /// A subject that is sent to by a signal of the widget's, from now on until it goes.
  func subject(for signal: String) -> Subject<Void, Never> {
    let subject = Subject<Void, Never>()
    // In a swapped connection the subject is the first argument, whichever arguments the signal has.
    let handler: @convention(c) (UnsafeMutableRawPointer) -> Void = { subject in
      Unmanaged<Subject<Void, Never>>.fromOpaque(subject).takeUnretainedValue().send()
    }
    g_signal_connect_data(
      pointer, signal, unsafeBitCast(handler, to: GCallback.self), Unmanaged.passRetained(subject).toOpaque(),
      { subject, _ in Unmanaged<Subject<Void, Never>>.fromOpaque(subject!).release() }, G_CONNECT_SWAPPED)
    return subject
  }
}
