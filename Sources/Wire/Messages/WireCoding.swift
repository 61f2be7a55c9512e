/// The encoding of the messages of a wire. `JSONWireCoding` of StreamFoundation is one.
///
/// The encoding names the members of a type, and a decoder ignores members that it does not know. Otherwise a program
/// could not talk with one of another version. It is used from any thread, also at the same time.
public protocol WireCoding: Sendable {
  /// Returns the bytes of a message. Throws if the message has no encoding, for example a number that is not finite.
  func encode(_ message: some Encodable) throws -> [UInt8]

  /// Returns the message in some bytes.
  ///
  /// The bytes come from another program, perhaps from an attacker: bytes of any content must throw, and not trap.
  func decode<Message: Decodable>(_ type: Message.Type, from bytes: [UInt8]) throws -> Message
}

/// The bounds that a wire holds the other side to.
public struct WireLimits: Sendable {
  /// The most bytes of a message to a server.
  public var request = 4_096

  /// The most bytes of a message to a client. A longer list travels in parts.
  public var message = 65_536

  /// The most bytes of a key.
  public var key = 200

  /// The most executions without an answer on one connection.
  public var executions = 100

  /// The most keys that a command remembers with their answers. One more makes it forget the older half.
  public var answers = 10_000

  /// The least number of versions of a list that a server keeps for clients that come back.
  public var versions = 1_024

  /// The most elements of a list, or edits in one step, that a client accepts.
  public var elements = 1_000_000

  /// The time between two signs of life from a server.
  public var heartbeat = Duration.seconds(10)

  /// The time without a message after which a client connects again.
  public var silence = Duration.seconds(30)

  /// The least time between two writes of a replica to its store. A value that is not greater than zero traps.
  public var saving = Duration.seconds(1)

  /// The default bounds. Change those that do not fit.
  public init() {}
}

/// The reason why another program does not answer.
public enum WireFailure: Error, Hashable {
  /// There is no connection, or it was lost.
  case unreachable(String)

  /// The other program refused the message, with a reason. It would refuse it again.
  case refused(String)

  /// Its message cannot be read, or contradicts an earlier one.
  case unreadable

  /// Whether another attempt may succeed.
  public var isTemporary: Bool { if case .refused = self { false } else { true } }
}

extension WireFailure: CustomStringConvertible {
  /// The reason and its remedy.
  public var description: String {
    switch self {
    case .unreachable(let reason): "The remote side cannot be reached: \(sentence(reason)) Connect again later."
    case .refused(let reason): "The remote side refused the message: \(sentence(reason)) Send a different message."
    case .unreadable:
      "A message of the remote side cannot be read. Use the same types and the same coding on both sides."
    }
  }
}

/// The text of a reason, with a full stop.
func sentence(_ reason: Any) -> String {
  let text = "\(reason)"
  return text.hasSuffix(".") ? text : text + "."
}
