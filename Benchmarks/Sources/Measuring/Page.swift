/// A page with generated parts, each between `<!-- begin NAME -->` and `<!-- end NAME -->`.
package struct Page: Sendable {
  package private(set) var text: String

  package init(_ text: String) { self.text = text }

  package struct MissingPart: Error, CustomStringConvertible {
    let name: String
    package var description: String { "The page has no lines <!-- begin \(name) --> and <!-- end \(name) -->." }
  }

  /// Replaces the text of a part.
  package mutating func replace(_ name: String, with part: String) throws {
    guard let begin = text.range(of: "<!-- begin \(name) -->\n"),
      let end = text.range(of: "<!-- end \(name) -->", from: begin.upperBound)
    else { throw MissingPart(name: name) }
    text.replaceSubrange(begin.upperBound..<end.lowerBound, with: "\n\(part)\n\n")
  }
}

extension String {
  fileprivate func range(of part: String, from start: Index? = nil) -> Range<Index>? {
    self[(start ?? startIndex)...].firstRange(of: part)
  }
}
