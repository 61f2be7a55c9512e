/// Makes an expression of what follows the equals sign of a formula:
///
///     comparison = sum [("=" | "<>" | "<" | ">" | "<=" | ">=") sum]
///     sum        = product {("+" | "-") product}
///     product    = factor {("*" | "/") factor}
///     factor     = "-" factor | number | "text" | place | function "(" arguments ")" | "(" comparison ")"
///     arguments  = argument {"," argument},  argument = place ":" place | comparison
struct Parser {
  /// The places that the formula speaks of.
  private(set) var references: [Place] = []
  private var rest: Substring
  private var depth = 0

  init(_ text: Substring) { rest = text }

  /// All of the text as one expression.
  mutating func parse() throws(CellError) -> Expression {
    let expression = try comparison()
    guard next == nil else { throw .wrong }
    return expression
  }

  // MARK: The grammar

  private mutating func comparison() throws(CellError) -> Expression {
    // What is nested as deep as this was not written by a person, and would take the stack that it is parsed on.
    depth += 1
    defer { depth -= 1 }
    guard depth <= 50 else { throw .wrong }
    let left = try sum()
    guard let sign = take([.unequal, .atMost, .atLeast, .equal, .less, .greater]) else { return left }
    return .chain(left, [(sign, try sum())])
  }

  private mutating func sum() throws(CellError) -> Expression {
    let first = try product()
    var steps: [(Operator, Expression)] = []
    while let sign = take([.plus, .minus]) { steps.append((sign, try product())) }
    return steps.isEmpty ? first : .chain(first, steps)
  }

  private mutating func product() throws(CellError) -> Expression {
    let first = try factor()
    var steps: [(Operator, Expression)] = []
    while let sign = take([.times, .divided]) { steps.append((sign, try factor())) }
    return steps.isEmpty ? first : .chain(first, steps)
  }

  private mutating func factor() throws(CellError) -> Expression {
    var isNegative = false
    while take("-") { isNegative.toggle() }
    let operand = try self.operand()
    return isNegative ? .negation(operand) : operand
  }

  private mutating func operand() throws(CellError) -> Expression {
    if take("(") {
      let inner = try comparison()
      guard take(")") else { throw .wrong }
      return inner
    }
    if take("\"") {
      let text = takeWhile { $0 != "\"" }
      guard take("\"") else { throw .wrong }
      return .constant(.text(String(text)))
    }
    let word = takeWord()
    if let place = Place(word) {
      references.append(place)
      return .cell(place)
    }
    if let function = Function(rawValue: word.uppercased()) { return try call(function) }
    guard word.first?.isNumber == true || word.first == ".", let number = Double(word), number.isFinite else {
      throw .wrong
    }
    return .constant(.number(number))
  }

  private mutating func call(_ function: Function) throws(CellError) -> Expression {
    guard take("(") else { throw .wrong }
    var arguments: [Expression] = []
    repeat { arguments.append(try argument()) } while take(",")
    guard take(")"), function.takes(arguments) else { throw .wrong }
    return .call(function, arguments)
  }

  private mutating func argument() throws(CellError) -> Expression {
    let start = rest
    if let one = Place(takeWord()), take(":") {
      guard let other = Place(takeWord()) else { throw .wrong }
      let range = PlaceRange(one, other)
      references += range
      return .range(range)
    }
    rest = start
    return try comparison()
  }

  // MARK: The text

  /// The next character that is no blank.
  private var next: Character? {
    mutating get {
      rest = rest.drop { $0.isWhitespace }
      return rest.first
    }
  }

  private mutating func take(_ text: String) -> Bool {
    guard next != nil, rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  private mutating func take(_ signs: [Operator]) -> Operator? { signs.first { take($0.rawValue) } }

  private mutating func takeWord() -> Substring {
    guard next != nil else { return "" }
    return takeWhile { $0.isLetter || $0.isNumber || $0 == "." }
  }

  private mutating func takeWhile(_ isPart: (Character) -> Bool) -> Substring {
    let word = rest.prefix(while: isPart)
    rest = rest[word.endIndex...]
    return word
  }
}
