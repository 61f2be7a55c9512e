import Foundation
import SignUpModel
import Testing

extension MailingList {
  fileprivate func subscribe(_ email: String) async throws(SubscribeError) { try await subscribe(email) { _ in } }
}

@Suite struct FileMailingListTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent("list-\(UUID().uuidString).txt").path

  private var list: FileMailingList { FileMailingList(path: path, latency: .zero) }

  private var contents: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

  @Test func addressesAreAppended() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await list.subscribe("ada@example.org")
    try await list.subscribe("grace@example.org")
    #expect(contents == "ada@example.org\ngrace@example.org\n")
    #expect(try FileMailingList.addresses(at: path) == ["ada@example.org", "grace@example.org"])
  }

  @Test func aListWithoutAFileIsEmpty() throws {
    #expect(try FileMailingList.addresses(at: path) == [])
    #expect(throws: SubscribeError.self) { try FileMailingList.addresses(at: "/dev/null/list") }
  }

  @Test func checkingAPathMakesNoFile() throws {
    try FileMailingList.check(path: path)
    #expect(!FileManager.default.fileExists(atPath: path))
    for unusable in ["/nowhere/at/all.txt", "/dev/null/list", "/", ""] {
      #expect(throws: SubscribeError.self, "\(unusable)") { try FileMailingList.check(path: unusable) }
    }
  }

  @Test func anAddressIsThereOnce() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let list = list
    try await list.subscribe("ada@example.org")
    await #expect(throws: SubscribeError.alreadySubscribed("ada@example.org")) {
      try await list.subscribe("ada@example.org")
    }
    #expect(contents == "ada@example.org\n")
  }

  @Test func simultaneousRequestsForOneAddressPutItThereOnce() async {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let list = list
    let successes = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { (try? await list.subscribe("ada@example.org")) != nil } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(successes == 1)
    #expect(contents == "ada@example.org\n")
  }

  @Test func aLineThatACrashLeftUnfinishedIsNotContinued() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "grace@exam".write(toFile: path, atomically: true, encoding: .utf8)
    try await list.subscribe("ada@example.org")
    #expect(contents == "grace@exam\nada@example.org\n")
  }

  @Test func aFileThatCannotBeOpenedIsAnErrorInWords() async {
    let list = FileMailingList(path: "/nowhere/at/all.txt", latency: .zero)
    await #expect(throws: SubscribeError.storeFailed("cannot open /nowhere/at/all.txt: No such file or directory")) {
      try await list.subscribe("ada@example.org")
    }
  }

  @Test(.enabled(if: FileManager.default.isWritableFile(atPath: "/dev/full")))
  func aFullDiskIsAnErrorInWords() async {
    let list = FileMailingList(path: "/dev/full", latency: .zero)
    await #expect(throws: SubscribeError.storeFailed("cannot write /dev/full: No space left on device")) {
      try await list.subscribe("ada@example.org")
    }
  }
}
