public import Foundation
public import Wire

/// A store of an `Outbox` in a file.
///
/// ```swift
/// let store = try FileOutboxStore<Order>(at: folder.appending(path: "orders.outbox"))
/// let orders = try Outbox<Order, Receipt, NetworkError>(store: store, retrying: .immediate()) { connection.send($0) }
/// ```
///
/// Changes are appended, and each call of ``save(_:)`` is on the disk before it returns (`fsync`). When most of the
/// file is out of date, its entries are written to a new file, which then takes its place. A change that was being
/// written when the program or the machine stopped is cut off when the file is opened again. It is kept in a file
/// beside it, and reported in ``cut``. If the disk is full, ``save(_:)`` throws, and the file is as before.
///
/// A store locks its file: a second one for the same file, also of another program, throws. May be used from any
/// thread; calls wait for each other and for the disk. Keeps the encoded messages in memory.
public final class FileOutboxStore<Message: Codable & Sendable>: OutboxStore {
  /// The end of a file that could not be read.
  public struct Cut: Sendable, Equatable {
    /// The number of bytes.
    public let count: Int
    /// The file that they were moved to.
    public let url: URL
  }

  /// The unreadable end of the file that was cut off when it was opened.
  public let cut: Cut?

  private let file: OutboxFile
  private let version: UInt16
  private let decode: @Sendable (_ message: Data, _ version: UInt16) throws -> Message

  /// Opens a file, or creates it. Throws if it cannot be read or written, or is another kind of file.
  ///
  /// - Parameters:
  ///   - version: The version of the format of `Message`, which is stored with each one.
  ///   - decode: Reads a message of a version. A message for which it throws is kept, not sent, and listed as refused.
  ///     By default only the current version is read, as JSON.
  public init(
    at url: URL, version: UInt16 = 1,
    decode: (@Sendable (_ message: Data, _ version: UInt16) throws -> Message)? = nil
  ) throws(StoreFailure) {
    if !url.isFileURL { fatalError("`FileOutboxStore(at:)` needs a file URL, got \(url).") }
    let opened = try OutboxFile.open(url)
    file = opened.file
    cut = opened.cut.map { Cut(count: $0.count, url: $0.url) }
    self.version = version
    self.decode =
      decode ?? { message, stored in
        guard stored == version else { throw StoreFailure("The message has the unknown version \(stored).") }
        return try JSONDecoder().decode(Message.self, from: message)
      }
  }

  /// The stored entries, in the order in which they were posted.
  public func entries() -> [StoredEntry<Message>] {
    file.entries.map { key, entry in
      do {
        let message = try decode(Data(entry.payload), entry.version)
        return StoredEntry(key: key, entry.refusal.map { .refused(message, reason: $0) } ?? .waiting(message))
      } catch {
        return StoredEntry(key: key, .unreadable(reason: "\(error)"))
      }
    }
  }

  /// Stores changes, all of them or none. Takes as long as the disk.
  public func save(_ changes: [StoredChange<Message>]) throws(StoreFailure) {
    var encoded: [OutboxLog.Change] = []
    for change in changes {
      switch change {
      case .posted(let key, let message):
        let payload: Data
        do { payload = try JSONEncoder().encode(message) } catch {
          throw StoreFailure("The message \(key) cannot be encoded as JSON: \(error)")
        }
        encoded.append(OutboxLog.Change(kind: .posted, version: version, key: key, payload: Array(payload)))
      case .refused(let key, let reason):
        encoded.append(OutboxLog.Change(kind: .refused, key: key, payload: Array(reason.utf8)))
      case .reopened(let key): encoded.append(OutboxLog.Change(kind: .reopened, key: key))
      case .removed(let key): encoded.append(OutboxLog.Change(kind: .removed, key: key))
      }
    }
    for change in encoded
    where change.key.utf8.count > OutboxLog.longestKey || change.payload.count > OutboxLog.longestPayload {
      throw StoreFailure(
        """
        The message \(change.key.prefix(64)) is too long: a key has at most \(OutboxLog.longestKey) bytes, a message \
        or a reason at most \(OutboxLog.longestPayload).
        """)
    }
    try file.append(encoded)
  }
}
