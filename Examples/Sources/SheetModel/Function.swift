/// A function that formulas can call.
enum Function: String, CaseIterable {
  case sum = "SUM"
  case min = "MIN"
  case max = "MAX"
  case average = "AVERAGE"
  case count = "COUNT"
  case `if` = "IF"

  func takes(_ arguments: [Expression]) -> Bool {
    self == .if ? arguments.count == 3 : !arguments.isEmpty
  }

  /// Names the function that a word may mean, or all of them.
  static func hint(for word: some StringProtocol) -> String {
    let near = allCases.first { $0.rawValue.hasPrefix(word.uppercased().prefix(2)) }
    if let near { return "Did you mean \(near.rawValue)?" }
    return "The functions are \(allCases.map(\.rawValue).joined(separator: ", "))."
  }

  func call(_ arguments: [Expression], _ read: (Place) -> CellValue) throws(CellError) -> CellValue {
    func numbers() throws(CellError) -> [Double] { try Self.numbers(in: arguments, read) }
    switch self {
    case .sum: return .number(try finite(numbers().reduce(0, +)))
    case .min: return .number(try numbers().min() ?? 0)
    case .max: return .number(try numbers().max() ?? 0)
    case .average:
      let numbers = try numbers()
      guard !numbers.isEmpty else { throw .divisionByZero }
      return .number(try finite(numbers.reduce(0, +)) / Double(numbers.count))
    case .count: return .number(Double(try numbers().count))
    case .if:
      // Only the chosen argument is read and tracked.
      let isTrue = try arguments[0].evaluate(read).number != 0
      return try arguments[isTrue ? 1 : 2].evaluate(read)
    }
  }

  /// The numbers in cells, ranges and other arguments, without empty cells and texts.
  private static func numbers(in arguments: [Expression], _ read: (Place) -> CellValue) throws(CellError) -> [Double] {
    var numbers: [Double] = []
    func add(_ value: CellValue) throws(CellError) {
      switch value {
      case .number(let number): numbers.append(number)
      case .error(let error): throw error
      case .empty, .text: break
      }
    }
    for argument in arguments {
      if case .range(let range) = argument {
        for place in range { try add(read(place)) }
      } else {
        try add(argument.evaluate(read))
      }
    }
    return numbers
  }
}
