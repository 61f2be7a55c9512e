import Rill
public import SheetModel

/// A spreadsheet with the columns A to Z and the rows 1 to 100.
///
/// Its cells are those of the `sheet` example: each value is derived from the cells that its formula reads.
@MainActor
public final class Cells {
  public static let range = PlaceRange(Place.first, Place(column: Place.columns - 1, row: 99) ?? Place.last)

  /// The reason why the last formula cannot be read.
  @Observed public private(set) var mistake = ""

  public let sheet = Sheet()

  public init() {}

  /// Puts a text or a formula into a cell.
  public func set(_ text: String, at place: Place) {
    sheet.set([place: text])
    mistake = sheet.mistake(at: place).map { "\(place): \($0)" } ?? ""
  }
}
