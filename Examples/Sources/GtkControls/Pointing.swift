import CGtk
import Rill

/// A press of a button of the mouse.
public struct Press: Sendable {
  /// In pixels from the top left corner of the widget.
  public let x: Double
  public let y: Double

  /// 2 for the second press of a double click.
  public let count: Int
}

extension Widget {
  /// Returns a subject that receives each press of a button of the mouse on this widget.
  func presses(of button: guint) -> Subject<Press, Never> {
    let gesture = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(gesture, button)
    let pressed: @convention(c) (OpaquePointer, Int32, Double, Double, UnsafeMutableRawPointer) -> Void = {
      Unmanaged<Subject<Press, Never>>.fromOpaque($4).takeUnretainedValue().send(Press(x: $2, y: $3, count: Int($1)))
    }
    let presses = Subject<Press, Never>()
    connect(gesture, "pressed", unsafeBitCast(pressed, to: GCallback.self), presses)
    gtk_widget_add_controller(pointer, gesture)
    return presses
  }

  /// Returns a subject that receives the place of the pointer over this widget, and `nil` when it leaves.
  func moves() -> Subject<(x: Double, y: Double)?, Never> {
    let motion = gtk_event_controller_motion_new()!
    let moved: @convention(c) (OpaquePointer, Double, Double, UnsafeMutableRawPointer) -> Void = {
      Unmanaged<Subject<(x: Double, y: Double)?, Never>>.fromOpaque($3).takeUnretainedValue().send(($1, $2))
    }
    let left: @convention(c) (OpaquePointer, UnsafeMutableRawPointer) -> Void = {
      Unmanaged<Subject<(x: Double, y: Double)?, Never>>.fromOpaque($1).takeUnretainedValue().send(nil)
    }
    let moves = Subject<(x: Double, y: Double)?, Never>()
    connect(motion, "motion", unsafeBitCast(moved, to: GCallback.self), moves)
    connect(motion, "leave", unsafeBitCast(left, to: GCallback.self), moves)
    gtk_widget_add_controller(pointer, motion)
    return moves
  }

  /// Returns a subject that receives each press of Escape in this widget.
  func escapes() -> Subject<Void, Never> {
    let keys = gtk_event_controller_key_new()!
    let pressed: @convention(c) (OpaquePointer, guint, guint, GdkModifierType, UnsafeMutableRawPointer) -> gboolean = {
      if $1 == GDK_KEY_Escape { Unmanaged<Subject<Void, Never>>.fromOpaque($4).takeUnretainedValue().send() }
      return 0
    }
    let escapes = Subject<Void, Never>()
    connect(keys, "key-pressed", unsafeBitCast(pressed, to: GCallback.self), escapes)
    gtk_widget_add_controller(pointer, keys)
    return escapes
  }

  private func connect(_ controller: OpaquePointer, _ signal: String, _ handler: GCallback, _ subject: AnyObject) {
    g_signal_connect_data(
      UnsafeMutableRawPointer(controller), signal, handler, Unmanaged.passRetained(subject).toOpaque(),
      { subject, _ in Unmanaged<AnyObject>.fromOpaque(subject!).release() }, GConnectFlags(rawValue: 0))
  }
}
