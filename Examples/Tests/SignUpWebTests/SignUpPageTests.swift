import Foundation
import Rill
import SignUpModel
import Testing
import WebElements

@testable import SignUpWeb

@MainActor @Suite struct SignUpPageTests {
  @Test func whoHasSignedUpIsToldGoodNewsOnly() async throws {
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
    #expect(page.status.text.value == "One click was enough: it is on the list")

    try await book.subscribe("grace@example.org") { _ in }
    try page.email.receive(.type("grace@example.org"))
    _ = await page.verdict.text.filter { $0 == "Already on the list" }.first
    #expect(page.verdict.tone.value == .bad)
    #expect(page.subscribe.isEnabled)
  }
}
