import Foundation
import Rill

/// The terminal: lines in, lines out.
enum Terminal {
  /// The lines of standard input, read on a queue of their own, since reading blocks.
  static let lines = Signal<String, Never> { observer in
    DispatchQueue(label: "standard input").async {
      while observer.isActive, let line = readLine() { observer.send(line) }
      observer.complete()
    }
  }

  /// Prints a line at once, also into a pipe. (`print` keeps it back there, and `fflush(nil)` would wait for the reader of standard input.)
  static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
