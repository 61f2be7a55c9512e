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

  /// Whether a part of the library made it for its own use.
  package var isInLibrary: Bool {
    ["StreamCore", "Subjects", "Operators", "Command", "Bindings"].contains { "\(fileID)".hasPrefix($0 + "/") }
  }

  @usableFromInline package var description: String { "\(fileID):\(line)" }
}
