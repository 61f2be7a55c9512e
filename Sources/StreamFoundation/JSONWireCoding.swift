import Foundation
public import Wire

/// The encoding of a wire's messages as JSON, with sorted members.
public struct JSONWireCoding: WireCoding {
  /// Creates the encoding.
  public init() {}

  /// Returns the text of a message in UTF-8. Throws for a number that is not finite.
  public func encode(_ message: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try Array(encoder.encode(message))
  }

  /// Returns the message in some text. Throws if it is no JSON, or JSON of another type.
  public func decode<Message: Decodable>(_ type: Message.Type, from bytes: [UInt8]) throws -> Message {
    try JSONDecoder().decode(type, from: Data(bytes))
  }
}
