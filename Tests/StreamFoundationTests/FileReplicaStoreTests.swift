import Foundation
import Rill
import Testing

@Suite struct FileReplicaStoreTests {
  private typealias Store = FileReplicaStore<[String], Int>

  /// A file in a temporary folder, which is removed.
  private func withFile(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "replica-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appending(path: "letters.copy"))
  }

  @Test func theLastStateIsReadByALaterStore() throws {
    try withFile { url in
      #expect(try Store(at: url).stored() == nil)
      try Store(at: url).save(StoredReplica(["a"], at: 1))
      try Store(at: url).save(StoredReplica(["a", "b"], at: 2))
      #expect(try Store(at: url).stored() == StoredReplica(["a", "b"], at: 2))
      // No other file is left.
      let folder = url.deletingLastPathComponent().path
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["letters.copy"])
    }
  }

  @Test func aDamagedFileIsAFailureAndTheNextWriteReplacesIt() throws {
    try withFile { url in
      let store = Store(at: url)
      try store.save(StoredReplica(["a", "b"], at: 2))
      let whole = try Data(contentsOf: url)
      for place in whole.indices {
        var bytes = whole
        bytes[place] ^= 0x41
        try bytes.write(to: url)
        #expect(throws: StoreFailure.self) { try store.stored() }
        try whole.prefix(place).write(to: url)
        #expect(throws: StoreFailure.self) { try store.stored() }
      }
      try (whole + [0]).write(to: url)
      #expect(throws: StoreFailure.self) { try store.stored() }
      try store.save(StoredReplica(["c"], at: 3))
      #expect(try store.stored() == StoredReplica(["c"], at: 3))
    }
  }

  @Test func aFileOfAnotherVersionCountsAsNone() throws {
    try withFile { url in
      try Store(at: url).save(StoredReplica(["a"], at: 1))
      #expect(try FileReplicaStore<[Int], Int>(at: url, version: 2).stored() == nil)
      #expect(throws: StoreFailure.self) { try FileReplicaStore<[Int], Int>(at: url).stored() }
    }
  }

  @Test func aFileOfAnotherKindIsNotReplaced() throws {
    try withFile { url in
      let store = Store(at: url)
      for content in ["something else", "some", "RillBox1"] {
        try Data(content.utf8).write(to: url)
        let failure = StoreFailure("\(url.path): this is not a file of a replica. Pass another path.")
        #expect(throws: failure) { try store.stored() }
        #expect(throws: failure) { try store.save(StoredReplica(["a"], at: 1)) }
        #expect(try Data(contentsOf: url) == Data(content.utf8))
      }
      let folder = Store(at: url.deletingLastPathComponent())
      #expect(throws: StoreFailure.self) { try folder.stored() }
      #expect(throws: StoreFailure.self) { try folder.save(StoredReplica(["a"], at: 1)) }
      #expect(throws: StoreFailure.self) { try Store(at: url.appending(path: "x")).save(StoredReplica(["a"], at: 1)) }
    }
  }

  @Test func aFailedWriteLeavesThePreviousState() throws {
    try withFile { url in
      let store = FileReplicaStore<[Double], Int>(at: url)
      try store.save(StoredReplica([1], at: 1))
      #expect(throws: StoreFailure("\(url.path): the state cannot be encoded.")) {
        try store.save(StoredReplica([.nan], at: 2))
      }
      // The place of the new file is taken.
      let new = URL(fileURLWithPath: url.path + ".new")
      try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
      #expect(throws: StoreFailure.self) { try store.save(StoredReplica([2], at: 2)) }
      #expect(try store.stored() == StoredReplica([1], at: 1))
      // A program that was killed while it wrote has left a part.
      try FileManager.default.removeItem(at: new)
      try Data("RillCop".utf8).write(to: new)
      try store.save(StoredReplica([2], at: 2))
      #expect(try store.stored() == StoredReplica([2], at: 2))
    }
  }

  @Test func anotherProgramThatWritesIsNotDisturbed() throws {
    try withFile { url in
      let store = Store(at: url)
      let descriptor = open(url.path + ".new", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      defer { close(descriptor) }
      #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
      #expect(throws: StoreFailure("\(url.path).new: another program writes the file. Pass another path.")) {
        try store.save(StoredReplica(["a"], at: 1))
      }
    }
  }
}
