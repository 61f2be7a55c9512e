/// A handler of values and its actor: an ``Isolated`` without wrappers, for the most frequent form of `subscribe`.
///
/// A cast wraps a bare function in two or three new objects, and every call goes through all of them. Storing the
/// function as a generic type does the same. A function inside a struct is not wrapped.
@usableFromInline
struct Handler<Value> {
  @usableFromInline
  struct Function: Sendable {
    /// The handler, called only on its actor, or, without an actor, only by the draining thread.
    ///
    /// It was passed as `sending`, so no other code has its captures. So it may be sendable.
    @usableFromInline let call: @Sendable (Value) -> Void
  }

  @usableFromInline
  struct Source {
    @usableFromInline let call: @isolated(any) (Value) -> Void
    @inlinable init(_ call: @escaping @isolated(any) (Value) -> Void) { self.call = call }
  }

  /// The layout of `Source` with a function whose isolation can be read.
  @usableFromInline
  struct Parameterless {
    @usableFromInline let call: @isolated(any) () -> Void
  }

  @usableFromInline let actor: (any Actor)?
  @usableFromInline let function: Function

  @inlinable
  init(_ source: sending @escaping @isolated(any) (Value) -> Void) {
    let source = Source(source)
    // The layout of the function does not depend on its parameters; see `actorOf`.
    actor = unsafeBitCast(source, to: Parameterless.self).call.isolation
    function = unsafeBitCast(source, to: Function.self)
  }
}
