/// A page with generated parts, each between `<!-- begin NAME -->` and `<!-- end NAME -->`.
package struct Page: Sendable {
  package private(set) var text: String

  package init(_ text: String) { self.text = text }

  package struct MissingPart: Error, CustomStringConvertible {
    let name: String
    package var description: String { "No page has lines <!-- begin \(name) --> and <!-- end \(name) -->." }
  }

  /// Replaces the text of a part.
  package mutating func replace(_ name: String, with part: String) throws {
    guard let begin = text.range(of: "<!-- begin \(name) -->\n"),
      let end = text.range(of: "<!-- end \(name) -->", from: begin.upperBound)
    else { throw MissingPart(name: name) }
    text.replaceSubrange(begin.upperBound..<end.lowerBound, with: "\n\(part)\n\n")
  }

  /// Replaces the text of a part in each of the pages that has it; at least one has.
  package static func replace(_ name: String, with part: String, in pages: inout [Page]) throws {
    let chosen = pages.indices.filter { pages[$0].text.contains("<!-- begin \(name) -->\n") }
    if chosen.isEmpty { throw MissingPart(name: name) }
    for index in chosen { try pages[index].replace(name, with: part) }
  }
}

extension String {
  fileprivate func range(of part: String, from start: Index? = nil) -> Range<Index>? {
    self[(start ?? startIndex)...].firstRange(of: part)
  }
}
