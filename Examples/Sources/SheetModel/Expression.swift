/// A parsed formula.
indirect enum Expression: Sendable {
  case constant(CellValue)
  case cell(Place)
  /// Many cells, for functions that take as many values as there are.
  case range(PlaceRange)
  case negation(Expression)
  /// A first operand, and operations on it from left to right. It is flat, so a long one takes little stack.
  case chain(Expression, [(Operator, Expression)])
  case call(Function, [Expression])

  /// Calculates the value; `read` has the values of cells.
  func evaluate(_ read: (Place) -> CellValue) throws(CellError) -> CellValue {
    switch self {
    case .constant(let value): return value
    case .cell(let place):
      let value = read(place)
      if case .error(let error) = value { throw error }
      return value
    case .range: throw .wrong
    case .negation(let operand): return .number(-(try operand.evaluate(read).number))
    case .chain(let first, let steps):
      var value = try first.evaluate(read)
      for (sign, operand) in steps { value = .number(try sign.apply(value, operand.evaluate(read))) }
      return value
    case .call(let function, let arguments): return try function.call(arguments, read)
    }
  }
}

/// An operator between two operands. A comparison is 1 or 0.
enum Operator: String {
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"
  case equal = "="
  case unequal = "<>"
  case less = "<"
  case greater = ">"
  case atMost = "<="
  case atLeast = ">="

  func apply(_ left: CellValue, _ right: CellValue) throws(CellError) -> Double {
    switch self {
    case .plus: return try finite(left.number + right.number)
    case .minus: return try finite(left.number - right.number)
    case .times: return try finite(left.number * right.number)
    case .divided:
      let divisor = try right.number
      guard divisor != 0 else { throw .divisionByZero }
      return try finite(left.number / divisor)
    case .equal: return left.orZero == right.orZero ? 1 : 0
    case .unequal: return left.orZero == right.orZero ? 0 : 1
    case .less: return try left.number < right.number ? 1 : 0
    case .greater: return try left.number > right.number ? 1 : 0
    case .atMost: return try left.number <= right.number ? 1 : 0
    case .atLeast: return try left.number >= right.number ? 1 : 0
    }
  }
}

/// A number that is too large is none.
func finite(_ number: Double) throws(CellError) -> Double {
  guard number.isFinite else { throw .wrong }
  return number
}
