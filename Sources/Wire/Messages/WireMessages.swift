import Lists

/// The versions of the messages that this module speaks. Docs/Reference/WireProtocol.md describes them.
enum WireVersion {
  static let spoken = [1]
}

/// A position in the history of something that a program serves.
public struct WirePosition: Codable, Comparable, Hashable, Sendable {
  /// A random number for each run of the program.
  let run: Int64

  /// The number of changes in this run.
  let number: Int

  /// Returns whether one position is before another one of the same run. The order of two runs is arbitrary.
  public static func < (one: Self, other: Self) -> Bool { (one.run, one.number) < (other.run, other.number) }
}

/// A message of a client; each has one of these members.
struct FromClient: Codable {
  struct Hello: Codable { var versions: [Int] }
  struct Watch: Codable {
    var property: String?
    var list: String?
    var after: WirePosition?
  }
  struct Execute: Codable {
    var command: String
    var key: String
  }

  var hello: Hello?
  var watch: Watch?
  var execute: Execute?
}

/// The input of an execution, whose type only the command knows.
struct ExecuteInput<Input: Codable>: Codable {
  struct Execute: Codable {
    var command: String
    var key: String
    var input: Input
  }

  var execute: Execute
}

/// A message of a server that every client understands: the first one, or a sign of life.
struct FromServer: Codable {
  struct Hello: Codable { var version: Int }

  var hello: Hello?

  /// The number of executions without an answer.
  var unanswered: Int?
}

/// A message of a server to an observer of a property.
struct FromProperty<Value: Codable>: Codable {
  struct New: Codable {
    var value: Value
    var at: WirePosition
    /// The position of the value that was sent before; none for the first.
    var after: WirePosition?
  }

  var value: New?

  /// There is nothing newer than this position.
  var current: WirePosition?
}

/// A message about a list: a part of all elements, or of the edits between two positions.
struct FromList<Element: Codable>: Codable {
  struct Part: Codable {
    /// All elements, if there is no `after`.
    var elements: [Element]?
    /// The edits of the elements at `after`.
    var edits: [WireEdit<Element>]?
    var at: WirePosition
    var after: WirePosition?
    /// The index among the parts of one step; none for the first part.
    var part: Int?
    /// Whether further parts follow.
    var more: Bool?
  }

  var list: Part?

  /// There is nothing newer than this position.
  var current: WirePosition?
}

/// An edit of a list: one of `insert`, `remove`, `replace` and `move`, which are indexes.
///
/// `to` is the new index of a moved element; `element` is inserted, or replaces another one.
struct WireEdit<Element: Codable>: Codable {
  var insert: Int?
  var remove: Int?
  var replace: Int?
  var move: Int?
  var to: Int?
  var element: Element?

  init(_ edit: CollectionEdit<Element>) {
    switch edit {
    case .insert(let new, let index): (insert, element) = (index, new)
    case .remove(_, let index): remove = index
    case .replace(_, let new, let index): (replace, element) = (index, new)
    case .move(_, let index, let other): (move, to) = (index, other)
    }
  }
}

extension WireEdit: Sendable where Element: Sendable {}

extension WireEdit where Element: Sendable {
  /// Applies the edit, and returns whether the list has such an index.
  func apply(to list: inout ListEditor<Element>) -> Bool {
    if let insert, let element, (0...list.count).contains(insert) {
      list.insert(element, at: insert)
    } else if let replace, let element, list.indices.contains(replace) {
      list[replace] = element
    } else if let remove, list.indices.contains(remove) {
      list.remove(at: remove)
    } else if let move, let to, list.indices.contains(move), list.indices.contains(to) {
      list.move(from: move, to: to)
    } else {
      return false
    }
    return true
  }
}

/// A message of a server to the caller of a command.
struct FromCommand<Output: Codable, Failure: Codable>: Codable {
  /// The answer to the call with a key: a value or a failure.
  struct Done: Codable {
    var key: String
    var value: Output?
    var failure: Failure?
  }

  var done: Done?
}

/// The value of a message without one.
public struct Nothing: Codable, Sendable, Hashable {
  /// Creates the value.
  public init() {}
}
