import Foundation
import StreamCore
import StreamPrimitives
import Wire

/// An open log file, and its entries.
final class OutboxFile: Sendable {
  private struct State: Sendable {
    var descriptor: Int32
    var length: Int
    var index: OutboxIndex

    /// Set when a failed write could not be taken back: the file must not be appended to.
    var isBroken = false

    /// Cleared while the name of a compacted file may still refer to the previous file after a loss of power.
    var isNameDurable = true

    /// The length from which on the file is compacted.
    var limit = OutboxFile.smallestLimit
  }

  static let smallestLimit = 65_536
  private let path: String
  private let state: Lock<State>

  private init(_ path: String, _ state: State) { (self.path, self.state) = (path, Lock(state)) }

  deinit { StoreFile.release(state.withLock { $0.descriptor }) }

  var entries: [(key: String, value: OutboxIndex.Entry)] { state.withLock { $0.index.sorted } }

  typealias Opened = (file: OutboxFile, cut: (count: Int, url: URL)?)

  static func open(_ url: URL) throws(StoreFailure) -> Opened {
    let path = url.path
    let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreFile.failure(path) }
    do throws(StoreFailure) {
      guard StoreFile.isFile(descriptor) else { throw StoreFile.noFile(path) }
      // Another program may have replaced the file by a compacted one since it was opened here. Its lock is on the new
      // one.
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, StoreFile.isCurrent(descriptor, path) else {
        throw StoreFailure("\(path): another outbox uses the file. Close that one, or pass another path.")
      }
      let bytes = try StoreFile.contents(descriptor, path)
      let header = OutboxLog.header
      guard bytes.starts(with: header) || header.starts(with: bytes) else {
        throw StoreFailure("\(path): this is not a file of an outbox. Pass another path.")
      }
      var index = OutboxIndex()
      guard bytes.count >= header.count else {
        guard ftruncate(descriptor, 0) == 0 else { throw StoreFile.failure(path) }
        try StoreFile.write(header, to: descriptor, at: 0, path)
        try StoreFile.makeNameDurable(of: path)
        return (OutboxFile(path, State(descriptor: descriptor, length: header.count, index: index)), nil)
      }
      let (changes, read) = OutboxLog.read(bytes.dropFirst(header.count))
      for change in changes { index.apply(change) }
      let length = header.count + read
      var cut: (count: Int, url: URL)?
      if length < bytes.count {
        let other = url.appendingPathExtension("cut")
        do {
          try Data(bytes[length...]).write(to: other, options: .atomic)
        } catch {
          throw StoreFailure("\(other.path): \(error)")
        }
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw StoreFile.failure(path) }
        cut = (bytes.count - length, other)
      }
      // The program that wrote it may have been killed before it had done so.
      guard writeToDisk(descriptor) else { throw StoreFile.failure(path) }
      try StoreFile.makeNameDurable(of: path)
      return (OutboxFile(path, State(descriptor: descriptor, length: length, index: index)), cut)
    } catch {
      StoreFile.release(descriptor)
      throw error
    }
  }

  /// Appends a record, and returns when it is on the disk.
  func append(_ changes: [OutboxLog.Change]) throws(StoreFailure) {
    let record = OutboxLog.record(changes)
    let failure = state.withLock { [path] state -> StoreFailure? in
      if state.isBroken { return StoreFailure("\(path): an earlier write has failed. Open the file again.") }
      do throws(StoreFailure) {
        if !state.isNameDurable { try StoreFile.makeNameDurable(of: path) }
        state.isNameDurable = true
        try StoreFile.write(record, to: state.descriptor, at: state.length, path)
      } catch {
        // Otherwise the next record would follow an incomplete record, and be lost with it.
        let isTakenBack = ftruncate(state.descriptor, off_t(state.length)) == 0 && writeToDisk(state.descriptor)
        state.isBroken = !isTakenBack
        return error
      }
      state.length += record.count
      for change in changes { state.index.apply(change) }
      if state.length > state.limit { Self.compact(&state, path) }
      return nil
    }
    if let failure { throw failure }
  }

  /// Replaces the file by one with the current entries only. If that fails, the old one stays in use.
  private static func compact(_ state: inout State, _ path: String) {
    let bytes = state.index.compacted
    state.limit = max(smallestLimit, 2 * max(bytes.count, state.length))
    guard let descriptor = try? StoreFile.replace(path, with: bytes) else { return }
    StoreFile.release(state.descriptor)
    // The new file has the name now, so every later change belongs there, even if that is not on the disk yet.
    do throws(StoreFailure) { try StoreFile.makeNameDurable(of: path) } catch { state.isNameDurable = false }
    (state.descriptor, state.length) = (descriptor, bytes.count)
    state.limit = max(smallestLimit, 4 * bytes.count)
  }
}
