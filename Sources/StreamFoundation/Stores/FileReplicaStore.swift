public import Foundation
public import Wire

/// A store of a replica in a file.
///
/// ```swift
/// let file = FileReplicaStore<[Order], WirePosition>(at: folder.appending(path: "orders.copy"))
/// let last = try file.stored()?.state        // a `RemoteList` with this store shows these orders
/// ```
///
/// Each state is written as JSON to a new file, which then takes the place of the previous one. If the program or the
/// machine stops meanwhile, the previous state stays. Reading and writing take as long as the disk, and time in
/// proportion to the size of the state. The store keeps nothing in memory. May be used from any thread. If two stores
/// have the same file, the last write counts.
public struct FileReplicaStore<State: Codable & Sendable, Position: Codable & Sendable>: ReplicaStore {
  private struct Content: Codable {
    var position: Position
    var state: State
  }

  private let path: String
  private let version: UInt16
  private static var header: [UInt8] { Array("RillCopy".utf8) }

  /// Creates a store for a file, which may not exist. A URL that names no file traps.
  ///
  /// - Parameter version: The version of the format of `State`. A file of another version counts as none.
  public init(at url: URL, version: UInt16 = 1) {
    if !url.isFileURL { fatalError("`FileReplicaStore(at:)` needs a file URL, got \(url).") }
    (path, self.version) = (url.path, version)
  }

  /// Reads the state; `nil` if there is no file. Throws if the file cannot be read, or was damaged.
  public func stored() throws(StoreFailure) -> StoredReplica<State, Position>? {
    guard let bytes = try StoreFile.contents(path) else { return nil }
    try requireOwn(bytes)
    let (changes, length) = OutboxLog.read(bytes.dropFirst(Self.header.count))
    guard let change = changes.first, length == bytes.count - Self.header.count else { throw damaged }
    guard change.version == version else { return nil }
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(change.payload)) else {
      throw StoreFailure("\(path): the state has another type. Pass another `version` when the type changes.")
    }
    return StoredReplica(content.state, at: content.position)
  }

  /// Writes the state to the disk. A file of another kind is not replaced.
  public func save(_ replica: StoredReplica<State, Position>) throws(StoreFailure) {
    if let start = try StoreFile.contents(path, atMost: Self.header.count) { try requireOwn(start) }
    guard let payload = try? JSONEncoder().encode(Content(position: replica.position, state: replica.state)) else {
      throw StoreFailure("\(path): the state cannot be encoded.")
    }
    guard payload.count <= OutboxLog.longestPayload else { throw StoreFailure("\(path): the state is too long.") }
    let change = OutboxLog.Change(kind: .posted, version: version, key: "", payload: Array(payload))
    StoreFile.release(try StoreFile.replace(path, with: Self.header + OutboxLog.record([change])))
    try StoreFile.makeNameDurable(of: path)
  }

  /// Throws unless a file, or the part that is left of it, belongs to a store of a replica.
  private func requireOwn(_ bytes: [UInt8]) throws(StoreFailure) {
    guard bytes.starts(with: Self.header) || Self.header.starts(with: bytes) else {
      throw StoreFailure("\(path): this is not a file of a replica. Pass another path.")
    }
  }

  private var damaged: StoreFailure {
    StoreFailure("\(path): the file is damaged. The replica starts without it, and the next write replaces it.")
  }
}
