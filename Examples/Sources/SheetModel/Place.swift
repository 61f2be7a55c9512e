/// The place of a cell: a column from A to Z, and a row from 1 to 1,000.
public struct Place: Hashable, Comparable, Sendable, CustomStringConvertible {
  public static let columns = 26
  public static let rows = 1_000

  public static let first = Place(column: 0, row: 0)!
  public static let last = Place(column: columns - 1, row: rows - 1)!

  /// Both begin with 0.
  public let column: Int
  public let row: Int

  public init?(column: Int, row: Int) {
    guard (0..<Self.columns).contains(column), (0..<Self.rows).contains(row) else { return nil }
    self.column = column
    self.row = row
  }

  /// A place as it is written, `B12` or `b12`; `nil` if there is no such place.
  public init?(_ text: some StringProtocol) {
    let row = text.dropFirst()
    guard let letter = text.utf8.first, row.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let row = Int(row) else {
      return nil
    }
    // A small letter is a capital with one more bit.
    self.init(column: Int(letter & 0xDF) - 0x41, row: row - 1)
  }

  /// The number of the cell, row by row.
  var index: Int { row * Self.columns + column }

  public static func < (left: Place, right: Place) -> Bool { left.index < right.index }

  public var description: String { columnName + "\(row + 1)" }

  public var columnName: String { String(UnicodeScalar(UInt8(0x41 + column))) }
}

/// The cells of a rectangle, row by row.
public struct PlaceRange: Sequence, Sendable {
  public let columns: ClosedRange<Int>
  public let rows: ClosedRange<Int>

  /// The rectangle between two of its corners.
  public init(_ one: Place, _ other: Place) {
    columns = Swift.min(one.column, other.column)...Swift.max(one.column, other.column)
    rows = Swift.min(one.row, other.row)...Swift.max(one.row, other.row)
  }

  /// A range as it is written, `A1:E10`, or a single place.
  public init?(_ text: some StringProtocol) {
    let corners = text.split(separator: ":", omittingEmptySubsequences: false).map { Place($0) }
    guard corners.count <= 2, let first = corners.first, let one = first, let other = corners.last ?? nil else {
      return nil
    }
    self.init(one, other)
  }

  public func makeIterator() -> some IteratorProtocol<Place> {
    rows.lazy.flatMap { row in columns.lazy.compactMap { Place(column: $0, row: row) } }.makeIterator()
  }
}
