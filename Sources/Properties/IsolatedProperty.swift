import StreamCore

extension Property {
  /// A property of an actor: its closure belongs to the actor of the code it is written in, and may read and call what
  /// belongs to it.
  ///
  /// ```swift
  /// @MainActor final class Sheet {
  ///   var formulas: [Place: MutableProperty<Formula>] = [:]
  ///   func cell(_ place: Place) -> Property<Cell> { .isolated { self.formulas[place]!.value.evaluate() } }
  /// }
  /// ```
  ///
  /// It follows what it reads, as ``init(_:fileID:line:)`` does, and is computed on its actor only. When something
  /// that it reads is set elsewhere, its observers, and those of what is derived from it, are told on that actor,
  /// after a hop. Reading it elsewhere traps, unless it is up to date. Written outside of any actor it is as
  /// ``init(_:fileID:line:)``; in the initial value of a `lazy var`, which Swift takes for such a place, say `{
  /// @MainActor in … }`. It keeps what the closure captures, so where that is the object that keeps the property,
  /// capture it weakly, or use ``Derived``. Thousands of such closures, each of which reads the next for the first
  /// time, may go on on another thread's stack, while the actor waits for it: there `assumeIsolated` does not know
  /// the actor.
  public static func isolated(
    @_inheritActorContext _ compute: @escaping @Sendable @isolated(any) () -> Value,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Property {
    let isolated = Isolated(compute, as: (() -> Value).self)
    let node = GraphThread.deriveFromReads(Value.self, .tracked) { node, action, thread in
      guard case .compute = action else { return node.keep(Value.self, action) }
      thread.computeTracked(node, on: isolated.actor, isolated.function)
    }
    return Property(node, CallSite(fileID, line))
  }
}

extension GraphThread {
  /// Computes a node by a closure that belongs to an actor, or takes note of where that has to happen.
  func computeTracked<Value>(_ node: NodeRef, on actor: (any Actor)?, _ compute: () -> Value) {
    guard let actor else { return computeTracked(node, compute) }
    guard actor === self.actor || StreamCore.isRunning(on: actor) else { return neededActor = actor }
    let outer = self.actor
    self.actor = actor
    computeTracked(node, compute)
    self.actor = outer
  }
}
