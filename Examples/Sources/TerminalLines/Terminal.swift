import Foundation
public import Rill

/// The terminal: lines in, lines out.
public enum Terminal {
  /// The lines of standard input, read on a separate queue, because reading blocks.
  public static let lines = Signal<String, Never> { observer in
    DispatchQueue(label: "standard input").async {
      while observer.isActive, let line = readLine() { observer.send(line) }
      observer.complete()
    }
  }

  /// Prints a line immediately, even into a pipe.
  public static func say(_ line: String) { write(line + "\n") }

  /// (`print` buffers its output in a pipe, and `fflush(nil)` would wait for the reader of standard input.)
  public static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
