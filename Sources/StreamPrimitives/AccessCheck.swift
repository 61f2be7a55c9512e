/// Puts to the test what a comment says of the variables beside it: that a gate, a lock or a rule guards them.
///
/// Who reads or writes them says so. Here that is nothing, and takes no room; in the place of this stands a model that
/// finds two threads which do it at once (Docs/Internals/Interleaving.md).
@usableFromInline
package struct AccessCheck: Sendable {
  @inlinable package init() {}
  @inlinable package func reads() {}
  @inlinable package func writes() {}
}
