import BoardModel
import Rill

/// A change in the log, with its key and its result.
struct LoggedChange: Codable, Sendable {
  /// The index in the log, from 1.
  var number = 0
  let key: String
  let change: BoardChange
  var refusal: BoardError?

  enum CodingKeys: CodingKey {
    case key, change, refusal
  }
}

/// A part of the log.
struct BoardLog: Sendable {
  /// The name of the log. A log that has lost changes has another name.
  let history: String
  let changes: [LoggedChange]
}

/// The log of changes that the servers of a board share. Their order in it is the one that counts.
protocol BoardStore: Sendable {
  /// Returns the changes after a number, in their order.
  func changes(after number: Int) throws(BoardError) -> BoardLog

  /// Returns the change with a key, if the log has it.
  func change(key: String) throws(BoardError) -> LoggedChange?

  /// Appends a change, unless the log has another name, its next number is another one, or it has the key.
  func append(_ change: LoggedChange, to history: String) throws(BoardError)

  /// Emits when another server may have appended a change. A notification may be lost.
  var news: Signal<Void, Never> { get }
}
