import Foundation
public import Rill
import Synchronization

/// The terminal: lines in, lines out.
public enum Terminal {
  /// The line that is being edited, if standard input is a terminal.
  private static let editor = Mutex<LineEditor?>(nil)
  /// The modes of the terminal before lines were edited.
  private static let modes = Mutex<termios?>(nil)

  /// The lines of standard input, read on a separate queue, because reading blocks. In a terminal they can be edited.
  public static let lines = Signal<String, Never> { observer in
    DispatchQueue(label: "standard input").async {
      if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 {
        edit {
          observer.send($0)
        } while: {
          observer.isActive
        }
      } else {
        while observer.isActive, let line = readLine() { observer.send(line) }
      }
      observer.complete()
    }
  }

  /// Prints a line immediately, even into a pipe. A line that is being edited moves below it.
  public static func say(_ line: String) {
    editor.withLock { editor in
      guard let editor, !editor.isEmpty else { return write(line + "\n") }
      write("\r\u{1B}[K\(line)\n\(editor.redraw)")
    }
  }

  /// (`print` buffers its output in a pipe, and `fflush(nil)` would wait for the reader of standard input.)
  public static func write(_ text: String) {
    // A terminal whose window was closed accepts no output. The signal that follows ends the program.
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  private static func edit(_ send: (String) -> Void, while isActive: () -> Bool) {
    atexit { Terminal.restore() }
    let endings = Signal.posixSignals(SIGHUP, SIGINT, SIGQUIT, SIGTERM).subscribe { end(by: $0) }
    defer { endings.dispose() }
    begin()
    editor.withLock { $0 = LineEditor() }
    var bytes = [UInt8](repeating: 0, count: 1024)
    while isActive() {
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      for byte in bytes[..<count] where isActive() {
        switch receive(byte) {
        case .line(let line): send(line)
        case .end: return finish()
        case .control(0x1A):
          restore()
          raise(SIGTSTP)
          begin()
        case .control(let byte): end(by: byte == 0x03 ? SIGINT : SIGQUIT)
        case nil: break
        }
      }
    }
    finish()
  }

  private static func receive(_ byte: UInt8) -> LineEditor.Event? {
    editor.withLock { editor in
      var size = winsize()
      if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { editor?.columns = Int(size.ws_col) }
      let event = editor?.receive(byte)
      if case .line = event { write("\n") } else { write(editor?.redraw ?? "") }
      return event
    }
  }

  private static func finish() {
    editor.withLock { $0 = nil }
    restore()
  }

  /// Has the terminal pass on each key, without its echo.
  private static func begin() {
    modes.withLock { modes in
      var now = termios()
      guard tcgetattr(STDIN_FILENO, &now) == 0 else { return }
      modes = now
      now.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
      tcsetattr(STDIN_FILENO, TCSANOW, &now)
    }
  }

  private static func restore() { modes.withLock { restore(&$0) } }

  private static func restore(_ modes: inout termios?) {
    guard var before = modes else { return }
    modes = nil
    tcsetattr(STDIN_FILENO, TCSANOW, &before)
  }

  /// Ends the process by a signal, after the terminal has its modes again and scrolls as a whole.
  private static func end(by number: Int32) {
    // Under the lock, so that no other thread begins to edit.
    modes.withLock { modes in
      restore(&modes)
      write("\u{1B}7\u{1B}[r\u{1B}8")
      signal(number, SIG_DFL)
      var ending = sigset_t()
      sigemptyset(&ending)
      sigaddset(&ending, number)
      pthread_sigmask(SIG_UNBLOCK, &ending, nil)
      kill(getpid(), number)
    }
  }
}
