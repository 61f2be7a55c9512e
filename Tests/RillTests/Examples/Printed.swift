import Foundation
import Testing

/// The output of an example. On its page the expectation becomes a comment below the code: see `.ci/doc docc`.
struct Printed: Sendable {
  private let words = Words()

  func callAsFunction(_ parts: Any...) {
    words.append(parts.map { "\($0)" }.joined(separator: " "))
  }

  func expect(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(words.joined == expected, sourceLocation: sourceLocation)
  }
}

/// Guarded by: lock.
private final class Words: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [String] = []

  func append(_ word: String) { lock.withLock { list.append(word) } }

  var joined: String { lock.withLock { list.joined(separator: ", ") } }
}
