/// The content of a cell as it was typed: `5`, `five`, `=A1 * 2`, or nothing.
public struct Formula: Sendable {
  public let text: String

  /// The cells that it speaks of.
  let references: [Place]

  /// Why it cannot be read; `nil` if it can.
  let mistake: String?

  /// Whether it needs its own value, perhaps by way of other cells: the sheet, which knows them all, finds out.
  var isOnRing = false

  private let expression: Expression

  init(_ text: String) {
    self.text = text
    guard text.hasPrefix("=") else {
      references = []
      mistake = nil
      let number = Double(text).flatMap { $0.isFinite ? CellValue.number($0) : nil }
      expression = .constant(text.isEmpty ? .empty : number ?? .text(text))
      return
    }
    var parser = Parser(text.dropFirst())
    do throws(FormulaMistake) {
      expression = try parser.parse()
      references = parser.references
      mistake = nil
    } catch {
      expression = .constant(.error(.wrong))
      references = []
      mistake = error.text
    }
  }

  /// The value, made of those of other cells.
  func evaluate(_ read: (Place) -> CellValue) -> CellValue {
    guard !isOnRing else { return .error(.onRing) }
    do throws(CellError) { return try expression.evaluate(read) } catch { return .error(error) }
  }
}
