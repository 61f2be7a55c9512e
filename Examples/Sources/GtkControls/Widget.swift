public import CGtk
public import Rill

/// A widget of GTK's, which is kept by this and by the widget that it is in.
@MainActor open class Widget: HasLifetime {
  public let pointer: UnsafeMutablePointer<GtkWidget>

  /// Bindings of the widget end with it.
  public nonisolated let lifetime = Lifetime()

  /// The widgets inside, which live as long as this one.
  private let content: [Widget]

  /// The number of widgets, for tests of leaks.
  public private(set) static var count = 0

  init(_ pointer: UnsafeMutablePointer<GtkWidget>, _ content: [Widget] = []) {
    self.pointer = pointer
    self.content = content
    g_object_ref_sink(pointer)
    Self.count += 1
  }

  isolated deinit {
    g_object_unref(pointer)
    Self.count -= 1
  }

  /// Whether it can be used.
  public var isEnabled: Bool {
    get { gtk_widget_get_sensitive(pointer) != 0 }
    set { gtk_widget_set_sensitive(pointer, newValue ? 1 : 0) }
  }

  /// Whether it is to be seen.
  public var isVisible: Bool {
    get { gtk_widget_get_visible(pointer) != 0 }
    set { gtk_widget_set_visible(pointer, newValue ? 1 : 0) }
  }

  /// A subject that is sent to by a signal of the widget's, from now on until it goes.
  func subject(for signal: String) -> Subject<Void, Never> {
    let subject = Subject<Void, Never>()
    let handler: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void = { _, subject in
      Unmanaged<Subject<Void, Never>>.fromOpaque(subject).takeUnretainedValue().send()
    }
    g_signal_connect_data(
      pointer, signal, unsafeBitCast(handler, to: GCallback.self), Unmanaged.passRetained(subject).toOpaque(),
      { subject, _ in Unmanaged<Subject<Void, Never>>.fromOpaque(subject!).release() }, GConnectFlags(rawValue: 0))
    return subject
  }
}
