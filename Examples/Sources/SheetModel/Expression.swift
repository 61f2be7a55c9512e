/// What a formula calculates, as it was parsed.
indirect enum Expression: Sendable {
  case constant(CellValue)
  case cell(Place)
  /// Many cells, for functions that take as many values as there are.
  case range(PlaceRange)
  case negation(Expression)
  /// A first operand, and what is done to it from left to right. One chain of many operands is not nested, so evaluating it takes little stack.
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

/// What stands between two operands. A comparison is 1 or 0.
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
    if self == .equal { return left.orZero == right.orZero ? 1 : 0 }
    if self == .unequal { return left.orZero == right.orZero ? 0 : 1 }
    let (left, right) = (try left.number, try right.number)
    switch self {
    case .plus: return try finite(left + right)
    case .minus: return try finite(left - right)
    case .times: return try finite(left * right)
    case .divided:
      guard right != 0 else { throw .divisionByZero }
      return try finite(left / right)
    case .less: return left < right ? 1 : 0
    case .greater: return left > right ? 1 : 0
    case .atMost: return left <= right ? 1 : 0
    case .atLeast: return left >= right ? 1 : 0
    case .equal, .unequal: return 0
    }
  }
}

/// A number that is too large is none.
func finite(_ number: Double) throws(CellError) -> Double {
  guard number.isFinite else { throw .wrong }
  return number
}
