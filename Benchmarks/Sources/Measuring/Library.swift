/// An implementation of a workload.
package enum Library: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
  case rill = "Rill"
  case openCombine = "OpenCombine"
  /// AsyncStream and the other sequences of the standard library, with swift-async-algorithms.
  case asyncAlgorithms = "AsyncAlgorithms"
  /// Code written by hand for this one purpose, without a library: the limit.
  case hand = "by hand"

  package static let peers: [Library] = [.openCombine, .asyncAlgorithms]
}
