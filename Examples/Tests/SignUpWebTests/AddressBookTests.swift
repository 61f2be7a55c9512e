import Foundation
import Rill
import SQLite
import SignUpModel
import Testing

@testable import SignUpWeb

@Suite struct AddressBookTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent("book-\(UUID().uuidString).sqlite")
    .path

  private func removeFiles() {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  private func book() throws(SubscribeError) -> AddressBook { try AddressBook(path: path, latency: .zero) }

  @Test func storedAddressesExistAfterReopening() async throws {
    defer { removeFiles() }
    try await book().subscribe("ada@example.org") { _ in }
    let book = try book()
    #expect(try await book.contains("ada@example.org"))
    #expect(try await !book.contains("grace@example.org"))
    #expect(book.summary.value == ListSummary(count: 1, newest: ["ada@example.org"]))
  }

  @Test func anAddressIsThereOnceHoweverItIsSpelt() async throws {
    defer { removeFiles() }
    let book = try book()
    try await book.subscribe("ada@example.org") { _ in }
    await #expect(throws: SubscribeError.alreadySubscribed("Ada@Example.org")) {
      try await book.subscribe("Ada@Example.org") { _ in }
    }
    #expect(book.summary.value.count == 1)
  }

  @Test func aRequestThatIsMadeAgainCountsOnceAndSucceeds() async throws {
    defer { removeFiles() }
    try await book().subscribe("ada@example.org", key: "a") { _ in }
    let book = try book()
    try await book.subscribe("ada@example.org", key: "a") { _ in }
    await #expect(throws: SubscribeError.alreadySubscribed("ada@example.org")) {
      try await book.subscribe("ada@example.org", key: "b") { _ in }
    }
    #expect(book.summary.value.count == 1)
  }

  @Test func aListWithoutKeysIsStillUsed() async throws {
    defer { removeFiles() }
    do {
      let old = try Database(path: path)
      try old.run("CREATE TABLE subscribers (number INTEGER PRIMARY KEY, address TEXT NOT NULL UNIQUE COLLATE NOCASE)")
      try old.run("INSERT INTO subscribers (address) VALUES ('ada@example.org')")
    }
    let book = try book()
    try await book.subscribe("grace@example.org", key: "a") { _ in }
    #expect(book.summary.value == ListSummary(count: 2, newest: ["grace@example.org", "ada@example.org"]))
  }

  @Test func simultaneousRequestsForOneAddressPutItThereOnce() async throws {
    defer { removeFiles() }
    let book = try book()
    let successes = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { (try? await book.subscribe("ada@example.org") { _ in }) != nil } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(successes == 1)
    #expect(book.summary.value.count == 1)
  }

  @Test func itsSummaryHasTheNewestAndTheNumber() async throws {
    defer { removeFiles() }
    let book = try book()
    let told = ReplaySubject<Int, Never>.unbounded()
    let watching = book.summary.subscribe { told.send($0.count) }
    for number in 1...10 { try await book.subscribe("person\(number)@example.org") { _ in } }
    watching.dispose()
    told.complete()
    #expect(Array(LazyStream(told.signal)) == Array(0...10))
    #expect(book.summary.value.newest == (3...10).reversed().map { "person\($0)@example.org" })
  }

  @Test func aFileThatCannotBeOpenedIsAnErrorInWords() {
    let reason = "cannot use /nowhere/at/all.sqlite: unable to open database file; name another file"
    #expect(throws: SubscribeError.storeFailed(reason)) {
      try AddressBook(path: "/nowhere/at/all.sqlite", latency: .zero)
    }
  }

  @Test func aFileThatIsNoDatabaseIsAnErrorInWords() throws {
    defer { removeFiles() }
    try String(repeating: "This is a text. ", count: 64).write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: SubscribeError.storeFailed("cannot use \(path): file is not a database; name another file")) {
      try book()
    }
  }
}
