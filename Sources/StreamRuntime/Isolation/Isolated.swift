/// A closure of the user and its actor.
///
/// The ends of a chain (handlers, bodies, a command's work) are ordinary closures that inherit the isolation of the
/// code around them, so they may use that actor's state. A function of a type with `@isolated(any)` stores its actor.
/// `Isolated` separates the two, so the compiler no longer checks the isolation. `Isolated` ensures it instead.
///
/// `@unchecked Sendable`: `function` is called only on `actor`, or, without an actor, only by the draining thread. It
/// was passed as `sending` or `@Sendable`, so no other code has its captures.
@usableFromInline
package struct Isolated<Function>: @unchecked Sendable {
  @usableFromInline package let actor: (any Actor)?
  @usableFromInline package let function: Function

  /// Separates a closure into its actor and its function.
  ///
  /// `actor` replaces the closure's own actor, for several closures of one subscription that must run on the same
  /// actor.
  @usableFromInline
  package init<Source>(_ source: sending Source, as type: Function.Type, on actor: (any Actor)? = nil) {
    self.actor = actor ?? actorOf(source)
    function = unsafeBitCast(source, to: type)
  }

  /// Whether the caller may call the function synchronously.
  @inlinable
  package var isHere: Bool { actor.map { isRunning(on: $0) } ?? true }

  /// Calls the function: synchronously if the caller is on its actor, otherwise after a hop.
  @inlinable
  package func perform(_ call: @escaping @Sendable (Function) -> Void) {
    if let actor, !isRunning(on: actor) {
      hop(to: actor) { call(function) }
    } else {
      call(function)
    }
  }
}

/// The actor of an `@isolated(any)` function.
///
/// Reading the isolation of a function whose type is generic crashes the compiler (6.3). The layout of the function
/// does not depend on its parameters, so it is read through a function without parameters.
@usableFromInline
package func actorOf<Function>(_ function: Function) -> (any Actor)? {
  unsafeBitCast(function, to: (@isolated(any) () -> Void).self).isolation
}

/// Runs an action on an actor, later. Inside the action ``isRunning(on:)`` knows the actor on every system.
@usableFromInline
package func hop(to actor: any Actor, _ action: @escaping @Sendable () -> Void) {
  spawn(on: actor) { CurrentActor.with($0, action) }
}
