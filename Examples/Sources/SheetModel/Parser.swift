/// The reason why a formula cannot be read, in words for its author.
struct FormulaMistake: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// Parses the text after the equals sign of a formula:
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
  mutating func parse() throws(FormulaMistake) -> Expression {
    let expression = try comparison()
    guard next == nil else { throw FormulaMistake("An operator is missing before \(quoted(rest)).") }
    return expression
  }

  // MARK: The grammar

  private mutating func comparison() throws(FormulaMistake) -> Expression {
    // Nesting as deep as this was not written by a person, and could overflow the parser's stack.
    depth += 1
    defer { depth -= 1 }
    guard depth <= 50 else { throw FormulaMistake("More than 50 parentheses are nested.") }
    let left = try sum()
    guard let sign = take([.unequal, .atMost, .atLeast, .equal, .less, .greater]) else { return left }
    return .chain(left, [(sign, try sum())])
  }

  private mutating func sum() throws(FormulaMistake) -> Expression {
    let first = try product()
    var steps: [(Operator, Expression)] = []
    while let sign = take([.plus, .minus]) { steps.append((sign, try product())) }
    return steps.isEmpty ? first : .chain(first, steps)
  }

  private mutating func product() throws(FormulaMistake) -> Expression {
    let first = try factor()
    var steps: [(Operator, Expression)] = []
    while let sign = take([.times, .divided]) { steps.append((sign, try factor())) }
    return steps.isEmpty ? first : .chain(first, steps)
  }

  private mutating func factor() throws(FormulaMistake) -> Expression {
    var isNegative = false
    while take("-") { isNegative.toggle() }
    let operand = try self.operand()
    return isNegative ? .negation(operand) : operand
  }

  private mutating func operand() throws(FormulaMistake) -> Expression {
    if take("(") {
      let inner = try comparison()
      guard take(")") else { throw missing(")") }
      return inner
    }
    if take("\"") {
      let text = takeWhile { $0 != "\"" }
      guard take("\"") else { throw FormulaMistake("A text needs a closing quotation mark.") }
      return .constant(.text(String(text)))
    }
    let word = takeWord()
    if let place = Place(word) {
      references.append(place)
      return .cell(place)
    }
    if let function = Function(rawValue: word.uppercased()) { return try call(function) }
    guard word.first?.isNumber == true || word.first == ".", let number = Double(word), number.isFinite else {
      throw noValue(word)
    }
    return .constant(.number(number))
  }

  private mutating func call(_ function: Function) throws(FormulaMistake) -> Expression {
    guard take("(") else { throw missing("( after \(function.rawValue)") }
    var arguments: [Expression] = []
    repeat { arguments.append(try argument()) } while take(",")
    guard take(")") else { throw missing(")") }
    guard function.takes(arguments) else { throw FormulaMistake("IF needs three arguments: IF(A1 > 3, 1, 0).") }
    return .call(function, arguments)
  }

  private mutating func argument() throws(FormulaMistake) -> Expression {
    let start = rest
    if let one = Place(takeWord()), take(":") {
      guard let other = Place(takeWord()) else { throw FormulaMistake("A range needs a second cell: A1:B9.") }
      let range = PlaceRange(one, other)
      references += range
      return .range(range)
    }
    rest = start
    return try comparison()
  }

  // MARK: Mistakes

  private mutating func missing(_ text: String) -> FormulaMistake {
    FormulaMistake(next == nil ? "\(text) is missing at the end." : "\(text) is missing before \(quoted(rest)).")
  }

  /// Explains a word that is no value, or the absence of one.
  private mutating func noValue(_ word: Substring) -> FormulaMistake {
    if word.isEmpty {
      return FormulaMistake(
        next == nil ? "A value is missing at the end." : "A value is missing before \(quoted(rest)).")
    }
    if next == "(" { return FormulaMistake("\(word.uppercased()) is not a function. \(Function.hint(for: word))") }
    return FormulaMistake("\(quoted(word)) is neither a number nor a cell; cells are \(Place.first) to \(Place.last).")
  }

  private func quoted(_ text: Substring) -> String { "“\(text.count > 20 ? text.prefix(20) + "…" : text)”" }

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
