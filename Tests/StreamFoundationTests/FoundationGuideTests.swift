import Foundation
import Rill
import StreamTesting
import TestSupport
import Testing

// The code of Docs/Guides/Foundation.md, as it stands there.

extension DefaultsKey<Int> { static let launches = DefaultsKey("launches", default: 0) }
extension Notification.Name { fileprivate static let documentSaved = Notification.Name("documentSaved") }

@MainActor @Suite struct FoundationGuideTests {
  private let printed = Heard<String>()

  private let lines = ReplaySubject<String, Never>(count: 9)

  private nonisolated func print(_ value: some Sendable) {
    printed.append("\(value)")
    lines.send("\(value)")
  }

  @Test func settings() throws {
    let suite = "rill-guide-\(UUID())"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let launches = MutableProperty(0)

    defaults[.launches] += 1
    defaults.signal(for: .launches).subscribe { print($0) }
    launches <~> defaults.terminal(for: .launches)

    launches.value = 2
    #expect(defaults.integer(forKey: "launches") == 2)
    #expect(printed.values == ["1", "2"])
  }

  @Test func notifications() {
    let saved = NotificationCenter.default.signal(named: .documentSaved) { $0.userInfo?["title"] as? String ?? "" }
    let recorder = Recorder(saved)
    NotificationCenter.default.post(name: .documentSaved, object: nil, userInfo: ["title": "Letter"])
    #expect(recorder.values == ["Letter"])
  }

  @Test func filesAndPipes() async throws {
    let temporary = try TemporaryFile("one\ntwo\n")
    let (file, pipe) = (temporary.url, Pipe())
    try pipe.fileHandleForWriting.write(contentsOf: Data("three\n".utf8))
    try pipe.fileHandleForWriting.close()

    Signal.contents(of: file).lines().subscribe(next: { print($0) }, failed: { print($0) })
    pipe.fileHandleForReading.chunks().lines().subscribe(next: { print($0) }, failed: { print($0) })

    await Recorder(lines).waitForValues(3)
    #expect(printed.values.sorted() == ["one", "three", "two"])
  }
}
