import Interleaving

/// Stands for variables that a gate, a lock or a rule guards: two threads that touch them at once are a race.
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
