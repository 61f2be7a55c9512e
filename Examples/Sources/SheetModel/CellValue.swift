import Foundation

/// The value of a cell.
public enum CellValue: Equatable, Sendable, CustomStringConvertible {
  case empty
  case number(Double)
  case text(String)
  case error(CellError)

  public var description: String {
    switch self {
    case .empty: ""
    case .number(let number): String(format: "%.10g", number)
    case .text(let text): text
    case .error(let error): error.rawValue
    }
  }
}

/// Why a cell has no value. A cell that reads it has none for the same reason.
public enum CellError: String, Error {
  /// The formula cannot be parsed, or calculates with a value that is no number.
  case wrong = "#ERROR"
  case divisionByZero = "#DIV/0"
  /// The formula needs its own value, perhaps through other cells.
  case onRing = "#CYCLE"
}

extension CellValue {
  /// A cell that is empty counts as 0.
  var orZero: CellValue { self == .empty ? .number(0) : self }

  /// The value to calculate with.
  var number: Double {
    get throws(CellError) {
      switch self {
      case .empty: 0
      case .number(let number): number
      case .text: throw .wrong
      case .error(let error): throw error
      }
    }
  }
}
