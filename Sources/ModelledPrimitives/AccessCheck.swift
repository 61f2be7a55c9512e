import Interleaving

/// Verifies in models that accesses to a variable never race: each call counts as an access to the guarded variables.
@usableFromInline
package struct AccessCheck: Sendable {
  private let variables: Shared<Void>

  @usableFromInline
  package init(fileID: StaticString = #fileID, line: UInt = #line) {
    variables = Shared((), fileID: fileID, line: line)
  }

  @usableFromInline package func reads() { _ = variables.value }
  @usableFromInline package func writes() { variables.value = () }
}
