/// The value of a node in a random program: a number, and the tags of the sources behind it.
///
/// It is larger than a word, so the engine copies it into boxes.
struct Value: Sendable, Equatable, CustomStringConvertible {
  /// The most sources that a program has.
  static let sources = 8
  static let none = SIMD8<Int32>(repeating: 0)

  /// Stands for a source of which two tags were seen.
  static let mixed: Int32 = -1

  var number: Int
  var tags: SIMD8<Int32>

  /// The value of a source. Tags are positive.
  init(source: Int, tag: Int32) {
    number = Int(tag)
    tags = Self.none
    tags[source] = tag
  }

  init(_ number: Int, _ tags: SIMD8<Int32>) {
    self.number = number
    self.tags = tags
  }

  var isEven: Bool { number.isMultiple(of: 2) }
  var isMixed: Bool { any(tags .== Self.mixed) }

  var description: String {
    let parts = tags.indices.filter { tags[$0] != 0 }.map { "\($0):\(Tag.text(tags[$0]))" }
    return "\(number)[\(parts.joined(separator: " "))]"
  }

  // MARK: The results of closures

  /// Different closures give different numbers for the same inputs.
  static func map(_ value: Value, _ parameter: Int) -> Value {
    Value((value.number &* 31 &+ parameter) & 0xffff, value.tags)
  }

  static func combine(_ values: [Value], _ parameter: Int) -> Value {
    var result = Value(parameter, none)
    for value in values { result.add(value) }
    return result
  }

  mutating func add(_ other: Value) {
    number = (number &* 17 &+ other.number) & 0xffff
    let isMixed = (tags .!= Self.none) .& (other.tags .!= Self.none) .& (tags .!= other.tags)
    tags.replace(with: other.tags, where: tags .== Self.none)
    tags.replace(with: Self.mixed, where: isMixed)
  }

  /// A class of values, which has no tags: a cut-off passes it on only if it is another.
  static func remainder(_ value: Value, _ parameter: Int) -> Int { value.number % (parameter % 3 + 2) }
}

/// A change of a source: the number of the thread that made it, and its count of changes before.
enum Tag {
  static func make(thread: Int, count: Int) -> Int32 { Int32(thread << 24 | count) }
  static func thread(_ tag: Int32) -> Int { Int(tag) >> 24 }
  static func count(_ tag: Int32) -> Int { Int(tag) & 0xff_ffff }

  static func text(_ tag: Int32) -> String {
    if tag == Value.mixed { return "mixed" }
    return thread(tag) == 0 ? "\(count(tag))" : "\(thread(tag))/\(count(tag))"
  }
}
