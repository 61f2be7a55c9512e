import Foundation

/// The versions of the messages that this code speaks. Docs/Reference/WireProtocol.md describes them.
enum WireVersion {
  static let spoken = [1]
}

/// Where in the history of a property something stands: which run of the program, and its how manieth value.
public struct WirePosition: Codable, Comparable, Sendable {
  let run: Int64
  let number: Int

  public static func < (one: Self, other: Self) -> Bool { (one.run, one.number) < (other.run, other.number) }
}

/// A message of a client; each message has one of these parts.
struct FromClient: Codable {
  struct Hello: Codable { var versions: [Int] }
  struct Watch: Codable {
    var property: String
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

/// The input of an execution, which only the command knows how to read.
struct ExecuteInput<Input: Codable>: Codable {
  struct Execute: Codable {
    var command: String
    var key: String
    var input: Input
  }

  var execute: Execute
}

/// A message of a server to an observer.
struct FromProperty<Value: Codable>: Codable {
  struct Hello: Codable { var version: Int }
  struct Said: Codable {
    var value: Value
    var at: WirePosition
    /// The position of the value sent before; none for the first.
    var after: WirePosition?
  }

  var hello: Hello?
  var value: Said?
  var current: WirePosition?
}

/// A message of a server to a caller of a command.
struct FromCommand<Output: Codable, Failure: Codable>: Codable {
  struct Hello: Codable { var version: Int }
  struct Done: Codable {
    var key: String
    var value: Output?
    var failure: Failure?
  }

  var hello: Hello?
  var done: Done?
}

/// The value of a message without one.
public struct Nothing: Codable, Sendable, Equatable {
  public init() {}
}

func json(_ message: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  // Only a number that is not finite cannot be written. Such a message becomes empty.
  return (try? encoder.encode(message)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
}

func read<Message: Decodable>(_ text: String, as type: Message.Type = Message.self) -> Message? {
  try? JSONDecoder().decode(type, from: Data(text.utf8))
}
