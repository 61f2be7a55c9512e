/// A handler of values and the actor it belongs to: ``Isolated`` for the commonest form of subscribing, without its
/// wrappers.
///
/// A bare function that is cast, or stored as a value of a generic type, is wrapped in a new object each time, two or
/// three for one handler, and every call goes through all of them. A function in a struct is cast as it is.
@usableFromInline
struct Handler<Value> {
  @usableFromInline
  struct Function: Sendable {
    /// Called only on the handler's actor, or, where there is none, only by the one who delivers; it was passed as
    /// `sending`, so nobody else has what it captured. That makes it sendable.
    @usableFromInline let call: @Sendable (Value) -> Void
  }

  @usableFromInline
  struct Source {
    @usableFromInline let call: @isolated(any) (Value) -> Void
    @inlinable init(_ call: @escaping @isolated(any) (Value) -> Void) { self.call = call }
  }

  @usableFromInline
  struct Question {
    @usableFromInline let call: @isolated(any) () -> Void
  }

  @usableFromInline let actor: (any Actor)?
  @usableFromInline let function: Function

  @inlinable
  init(_ source: sending @escaping @isolated(any) (Value) -> Void) {
    let source = Source(source)
    // Where the actor is kept does not depend on the parameters; see `actorOf`.
    actor = unsafeBitCast(source, to: Question.self).call.isolation
    function = unsafeBitCast(source, to: Function.self)
  }
}
