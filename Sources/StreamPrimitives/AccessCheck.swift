/// Verifies in models that accesses to the variables beside it never race.
///
/// Code that reads or writes these variables calls `reads` or `writes`. In the library both do nothing and take no
/// memory. In a model they find two threads that access the variables at the same time
/// (Docs/Internals/Interleaving.md).
@usableFromInline
package struct AccessCheck: Sendable {
  @inlinable package init() {}
  @inlinable package func reads() {}
  @inlinable package func writes() {}
}
