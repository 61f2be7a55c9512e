import Foundation
import Rill
import StreamTesting
import TestSupport
import Testing
import Wire

#if canImport(Glibc)
  private let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#elseif !os(Windows)
  private let fileSize = RLIMIT_FSIZE
#endif

@Suite struct FileOutboxStoreTests {
  private typealias Store = FileOutboxStore<String>
  private typealias Change = StoredChange<String>

  /// A file in a temporary folder, which is removed.
  private func withFile(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "outbox-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appending(path: "orders.outbox"))
  }

  private func list(_ store: Store) -> [String] {
    store.entries().map { entry in
      switch entry.content {
      case .waiting(let message): message
      case .refused(let message, let reason): "\(message): \(reason)"
      case .unreadable(let reason): "? \(reason)"
      }
    }
  }

  private func list(_ url: URL) throws -> [String] { list(try Store(at: url)) }

  @Test func changesAreReadWhenTheFileIsOpenedAgain() throws {
    try withFile { url in
      do {
        let store = try Store(at: url)
        #expect(store.cut == nil && store.entries().isEmpty)
        try store.save([.posted(key: "1", "a"), .posted(key: "2", "b")])
        try store.save([.posted(key: "3", "c"), .refused(key: "2", reason: "no"), .removed(key: "1")])
        #expect(list(store) == ["b: no", "c"])
      }
      #expect(try list(url) == ["b: no", "c"])
      try Store(at: url).save([.reopened(key: "2")])
      #expect(try list(url) == ["c", "b"])
    }
  }

  @Test func aFileThatIsCutAtAnyByteKeepsAllRecordsBeforeIt() throws {
    try withFile { url in
      var lengths: [Int: [String]] = [8: []]
      do {
        let store = try Store(at: url)
        for number in 0..<4 {
          try store.save([.posted(key: "\(number)", "message \(number)"), .removed(key: "\(number - 2)")])
          lengths[try Data(contentsOf: url).count] = list(store)
        }
      }
      let whole = try Data(contentsOf: url)
      for length in 0...whole.count {
        try whole.prefix(length).write(to: url)
        let known = lengths.keys.filter { $0 <= length }.max()
        let store = try Store(at: url)
        #expect(list(store) == lengths[known ?? 8])
        #expect(store.cut?.count == (length > 8 && lengths[length] == nil ? length - known! : nil))
        if let cut = store.cut { #expect(try Data(contentsOf: cut.url) == whole[known!..<length]) }
        try store.save([.posted(key: "new", "new")])
        #expect(list(store).last == "new")
      }
    }
  }

  /// A child process that is being started has such a copy of each descriptor.
  @Test func aReleasedStoreUnlocksItsFileAlthoughADescriptorWasCopied() throws {
    try withFile { url in
      let store = try Store(at: url)
      var file = stat()
      try #require(stat(url.path, &file) == 0)
      let descriptor = (0..<4_096 as Range<Int32>).first { number in
        var other = stat()
        return fstat(number, &other) == 0 && other.st_dev == file.st_dev && other.st_ino == file.st_ino
      }
      let copy = dup(try #require(descriptor))
      defer { close(copy) }
      withExtendedLifetime(consume store) {}
      _ = try Store(at: url)
    }
  }

  @Test func aByteThatWasChangedCutsTheFileBeforeItsRecord() throws {
    try withFile { url in
      do {
        let store = try Store(at: url)
        try store.save([.posted(key: "1", "a")])
        try store.save([.posted(key: "2", "b")])
      }
      var bytes = try Data(contentsOf: url)
      let length = (bytes.count - 8) / 2
      for place in (8 + length)..<bytes.count {
        bytes[place] ^= 0x41
        try bytes.write(to: url)
        let store = try Store(at: url)
        #expect(list(store) == ["a"])
        #expect(store.cut?.count == length)
        bytes[place] ^= 0x41
      }
    }
  }

  @Test func aMessageOfAnUnknownVersionIsKeptAndListed() throws {
    try withFile { url in
      do {
        let store = try Store(at: url, version: 9)
        try store.save([.posted(key: "1", "new")])
      }
      do {
        let store = try Store(at: url)
        #expect(list(store) == ["? The message has the unknown version 9."])
        let long = String(repeating: "x", count: 10_000)
        for _ in 0..<20 { try store.save([.posted(key: "n", long), .removed(key: "n")]) }
      }
      #expect(list(try Store(at: url, version: 9)) == ["new"])
      let both = try Store(at: url) { data, version in "version \(version)" }
      #expect(list(both) == ["version 9"])
    }
  }

  @Test func theFileIsCompacted() throws {
    try withFile { url in
      let store = try Store(at: url)
      try store.save([.posted(key: "first", "first"), .refused(key: "first", reason: "no")])
      for number in 0..<100 {
        try store.save([
          .posted(key: "\(number)", String(repeating: "x", count: 5_000)), .removed(key: "\(number - 5)"),
        ])
      }
      #expect(try Data(contentsOf: url).count <= 2 * 65_536)
      #expect(store.entries().map(\.key) == ["first", "95", "96", "97", "98", "99"])
      #expect(list(store).first == "first: no")
    }
  }

  @Test func failuresAreTypedAndNameTheFile() throws {
    try withFile { url in
      #expect(throws: StoreFailure.self) { try Store(at: url.appending(path: "nowhere")) }
      #expect(throws: StoreFailure.self) { try Store(at: url.deletingLastPathComponent()) }
      let device = URL(fileURLWithPath: "/dev/zero")
      let failure = StoreFailure("/dev/zero: this is not a file, but a device or a pipe. Pass another path.")
      #expect(throws: failure) { try Store(at: device) }
      try Data("something else".utf8).write(to: url)
      do throws(StoreFailure) {
        _ = try Store(at: url)
        Issue.record("another kind of file was opened")
      } catch {
        #expect(error.description == "\(url.path): this is not a file of an outbox. Pass another path.")
      }
      #expect(try Data(contentsOf: url) == Data("something else".utf8))
    }
  }

  @Test func aFileIsUsedByOneStore() throws {
    try withFile { url in
      let store = try Store(at: url)
      let failure = StoreFailure(
        "\(url.path): another outbox uses the file. Close that one, or pass another path.")
      #expect(throws: failure) { try Store(at: url) }
      try withExtendedLifetime(store) { try store.save([.posted(key: "1", "a")]) }
    }
  }

  #if !os(Windows)
    /// A process whose files may not grow: its disk is full.
    @Test func aFullDiskIsAnErrorOfThePostAndAStateThatAViewShows() async {
      await #expect(processExitsWith: .success) {
        struct Lost: Error {}
        let url = FileManager.default.temporaryDirectory.appending(path: "full-\(UUID().uuidString).outbox")
        defer { try? FileManager.default.removeItem(at: url) }
        do {
          let store = try FileOutboxStore<String>(at: url)
          let box = try Outbox<String, Int, Lost>(store: store, retrying: .immediate(), on: TestScheduler()) { _ in
            Signal<Outbox<String, Int, Lost>.Acknowledgement, Lost>.never
          }
          let shown = box.storeFailure.map { $0?.description ?? "stored" }
          box.post("a", key: "1")
          #expect(shown.value == "stored")

          signal(SIGXFSZ, SIG_IGN)
          var limit = rlimit()
          getrlimit(fileSize, &limit)
          let before = limit.rlim_cur
          limit.rlim_cur = 1_000
          setrlimit(fileSize, &limit)
          let long = String(repeating: "b", count: 2_000)
          guard case .failed(.notStored(let failure))? = Recorder(box.post(long, key: "2")).events.first else {
            return #expect(Bool(false))
          }
          #expect(failure.description.hasPrefix(url.path) && shown.value == failure.description)
          #expect(box.entries.value.map(\.message) == ["a"])

          limit.rlim_cur = before
          setrlimit(fileSize, &limit)
          box.post(long, key: "2")
          #expect(shown.value == "stored")
          #expect(box.entries.value.map(\.message) == ["a", long])
        }
        let again = try FileOutboxStore<String>(at: url)
        #expect(again.cut == nil && again.entries().map(\.key) == ["1", "2"])
      }
    }
  #endif

  @Test func anOutboxContinuesAfterARestart() throws {
    struct Lost: Error {}
    let time = TestScheduler()
    try withFile { url in
      typealias Box = Outbox<String, Int, Lost>
      let isReachable = MutableProperty(false)
      let sent = Heard<String>()
      func box() throws -> Box {
        try Box(store: Store(at: url), retrying: .constant(.seconds(1)), on: time) {
          entries -> Signal<Box.Acknowledgement, Lost> in
          sent.append(entries[0].message)
          return isReachable.value ? .just(Box.Acknowledgement(key: entries[0].key, answer: 1)) : .fail(Lost())
        }
      }
      do {
        let box = try box()
        for message in ["a", "b", "c"] { box.post(message) }
        time.advance()
        isReachable.value = true
        time.advance(by: .seconds(1))
        isReachable.value = false
        box.post("d")
        time.advance()
      }
      time.advance(by: .seconds(5))
      isReachable.value = true
      let before = sent.take()
      #expect(before.contains("d"))
      let box = try box()
      #expect(box.entries.value.map(\.message) == ["d"])
      time.advance()
      #expect(sent.values == ["d"])
      #expect(box.entries.value.isEmpty)
    }
  }
}
