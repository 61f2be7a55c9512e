/// A function of the user's and the actor it belongs to.
///
/// The ends of a chain (handlers, bodies, a command's work) are ordinary closures that inherit the isolation of the
/// code they are written in, so they may touch that actor's state. The type `@isolated(any)` keeps track of the actor;
/// once it is taken apart here the compiler no longer does, and this type answers for it.
///
/// `@unchecked Sendable`: `function` is called only on `actor`, or, where there is none, only by the one who
/// delivers; it was passed as `sending` or `@Sendable`, so nobody else has what it captured.
@usableFromInline
package struct Isolated<Function>: @unchecked Sendable {
  @usableFromInline package let actor: (any Actor)?
  @usableFromInline package let function: Function

  /// Takes the actor of `source` and the function that it is, without its isolation.
  ///
  /// `actor` replaces the closure's own, where several closures of one subscription must run in one place.
  @usableFromInline
  package init<Source>(_ source: sending Source, as type: Function.Type, on actor: (any Actor)? = nil) {
    self.actor = actor ?? actorOf(source)
    function = unsafeBitCast(source, to: type)
  }

  /// Whether the function may be called here and now.
  @inlinable
  package var isHere: Bool { actor.map { isRunning(on: $0) } ?? true }

  /// Calls the function now if this is its actor, else there, later.
  @inlinable
  package func perform(_ call: @escaping @Sendable (Function) -> Void) {
    if let actor, !isRunning(on: actor) {
      hop(to: actor) { call(function) }
    } else {
      call(function)
    }
  }
}

/// The actor that an `@isolated(any)` function belongs to.
///
/// Asking the function itself, when its type is generic, crashes the compiler (6.3); where the actor is kept does not
/// depend on the parameters.
@usableFromInline
package func actorOf<Function>(_ function: Function) -> (any Actor)? {
  unsafeBitCast(function, to: (@isolated(any) () -> Void).self).isolation
}

/// Runs an action on an actor, later. In there ``isRunning(on:)`` knows the actor on every system.
@usableFromInline
package func hop(to actor: any Actor, _ action: @escaping @Sendable () -> Void) {
  spawn(on: actor) { CurrentActor.with($0, action) }
}
