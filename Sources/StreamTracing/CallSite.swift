/// The place in the source code that made an object.
@usableFromInline
package struct CallSite: Sendable, CustomStringConvertible {
  @usableFromInline package let fileID: StaticString
  @usableFromInline package let line: UInt

  @inlinable
  package init(_ fileID: StaticString, _ line: UInt) {
    self.fileID = fileID
    self.line = line
  }

  /// The module of the file.
  var module: String { String("\(fileID)".prefix { $0 != "/" }) }

  /// Whether a module of the library made it for its own use.
  package var isInLibrary: Bool { libraryModules.contains(module) }

  @usableFromInline package var description: String { "\(fileID):\(line)" }
}

/// The modules of the package; a test compares them with the targets of its manifest.
let libraryModules: Set<String> = [
  "StreamPrimitives", "StreamTracing", "StreamRuntime", "StreamCore", "Subjects", "Operators", "Command", "Properties",
  "Lists", "Bindings", "Wire", "StreamFoundation", "Controls", "Rill", "StreamNetworking", "StreamTesting",
  "Interleaving",
]
