/// A day of the calendar, written as `27.03.2014`.
public struct Day: Comparable, Sendable, CustomStringConvertible {
  private let year: Int
  private let month: Int
  private let day: Int

  /// The day that a text names; `nil` if there is none.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [2, 2, 4], parts.joined().utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    let numbers = parts.compactMap { Int($0) }
    (day, month, year) = (numbers[0], numbers[1], numbers[2])
    guard (1...12).contains(month), (1...Self.length(ofMonth: month, in: year)).contains(day) else { return nil }
  }

  private static func length(ofMonth month: Int, in year: Int) -> Int {
    let isLeapYear = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  public static func < (left: Day, right: Day) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  public var description: String {
    func padded(_ number: Int, to width: Int) -> String {
      String(repeating: "0", count: width - "\(number)".count) + "\(number)"
    }
    return "\(padded(day, to: 2)).\(padded(month, to: 2)).\(padded(year, to: 4))"
  }
}
