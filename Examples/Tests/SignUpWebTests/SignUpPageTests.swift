import Foundation
import Rill
import SignUpModel
import Testing
import WebElements

@testable import SignUpWeb

@MainActor @Suite struct SignUpPageTests {
  @Test func aSubscribedVisitorSeesNoAlreadyTaken() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let book = try AddressBook(path: folder.appendingPathComponent("book.sqlite").path, latency: .zero)
    let page = SignUpPage(book)
    let model = page.model
    var tones: [Tone] = []
    page.verdict.tone.subscribe { tones.append($0) }

    try page.email.receive(.type("ada@example.org"))
    try page.subscribe.receive(.click())
    _ = await model.subscribe.completions.first
    #expect(page.status.text.value == "Thanks")
    #expect(page.verdict.text.value == "On the list")
    #expect(!page.subscribe.isEnabled)
    #expect(!tones.contains(.bad))

    try page.subscribe.receive(.click())
    #expect(page.status.text.value == "Your address is on the list")

    try await book.subscribe("grace@example.org") { _ in }
    try page.email.receive(.type("grace@example.org"))
    _ = await page.verdict.text.filter { $0 == "Already on the list" }.first
    #expect(page.verdict.tone.value == .bad)
    #expect(page.subscribe.isEnabled)
  }

  @Test func aVisitorIsNotShownWhyAnAddressCannotBeChecked() async throws {
    let page = SignUpPage(BrokenList())
    let reasons = page.uncheckable.take(1)
    let logged = Task { await reasons.first }
    try page.email.receive(.type("ada@example.org"))
    _ = await page.verdict.text.filter { $0.hasPrefix("Cannot") }.first
    #expect(page.verdict.text.value == "Cannot be checked at the moment")
    #expect(await logged.value == .storeFailed("no socket at /var/run/database"))
  }
}

/// A list whose store does not answer.
private struct BrokenList: SubscriberList {
  let summary = Property(constant: ListSummary())
  let isUpToDate = Property(constant: false)

  func contains(_ email: String) async throws(SubscribeError) -> Bool {
    throw .storeFailed("no socket at /var/run/database")
  }

  func subscribe(_ email: String, key: String, progress: @Sendable (Double) -> Void) async throws(SubscribeError) {
    throw .storeFailed("no socket at /var/run/database")
  }
}
