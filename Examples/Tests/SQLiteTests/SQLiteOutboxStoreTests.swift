import Foundation
import Rill
import SQLite
import Testing

@Suite struct SQLiteOutboxStoreTests {
  private typealias Store = SQLiteOutboxStore<String>

  /// A file in a temporary folder, which is removed.
  private func withFile(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "outbox-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appending(path: "orders.sqlite").path)
  }

  private func list(_ store: Store) throws -> [String] {
    try store.entries().map { entry in
      switch entry.content {
      case .waiting(let message): message
      case .refused(let message, let reason): "\(message): \(reason)"
      case .unreadable(let reason): "? \(reason)"
      }
    }
  }

  @Test func changesAreReadWhenTheFileIsOpenedAgain() throws {
    try withFile { path in
      do {
        let store = try Store(path: path)
        try store.save([.posted(key: "1", "a"), .posted(key: "2", "b")])
        try store.save([.posted(key: "3", "c"), .refused(key: "2", reason: ""), .removed(key: "1")])
        #expect(try list(store) == ["b: ", "c"])
      }
      let store = try Store(path: path)
      #expect(try list(store) == ["b: ", "c"])
      try store.save([.reopened(key: "2"), .posted(key: "4", "d")])
      #expect(try list(store) == ["c", "b", "d"])
    }
  }

  @Test func aMessageOfAnUnknownVersionIsKeptAndListed() throws {
    try withFile { path in
      try Store(path: path, version: 9).save([.posted(key: "1", "new")])
      #expect(try list(Store(path: path)) == ["? The message has the unknown version 9."])
      #expect(try list(Store(path: path) { _, version in "version \(version)" }) == ["version 9"])
    }
  }

  @Test func changesThatCannotBeStoredTogetherAreNotStored() throws {
    try withFile { path in
      try Store(path: path).save([.posted(key: "1", "a")])
      do {
        let database = try Database(path: path)
        try database.run("CREATE TRIGGER limited BEFORE DELETE ON outbox BEGIN SELECT RAISE(ABORT, 'no more'); END")
      }
      let store = try Store(path: path)
      #expect(throws: StoreFailure("\(path): no more")) {
        try store.save([.posted(key: "2", "b"), .removed(key: "1")])
      }
      #expect(try list(store) == ["a"])
      try store.save([.posted(key: "3", "c")])
      #expect(try list(store) == ["a", "c"])
    }
  }

  @Test func failuresAreTypedAndNameTheFile() throws {
    try withFile { path in
      #expect(throws: StoreFailure.self) { try Store(path: path + "/nowhere") }
      try Data(repeating: 65, count: 5_000).write(to: URL(fileURLWithPath: path))
      #expect(throws: StoreFailure("\(path): file is not a database")) { try Store(path: path) }
    }
  }
}
