import StreamCore

extension Property {
  /// A property of an actor: its closure runs on the actor of the code that it is written in.
  ///
  /// ```swift
  /// @MainActor final class Sheet {
  ///   var formulas: [Place: MutableProperty<Formula>] = [:]
  ///   func cell(_ place: Place) -> Property<Cell> { .isolated { self.formulas[place]!.value.evaluate() } }
  /// }
  /// ```
  ///
  /// The closure tracks its reads, as ``init(_:fileID:line:function:)`` does. It may use the state of its actor, and
  /// runs on that actor only. When a dependency is set elsewhere, observers of this property and of properties derived
  /// from it are notified on that actor, after a hop. Reading a stale value elsewhere traps.
  ///
  /// Outside an actor this is ``init(_:fileID:line:function:)``. Swift treats the initial value of a `lazy var` as
  /// outside: write `{ @MainActor in … }` there. The property keeps the captures of the closure. If the closure
  /// captures the object that keeps the property, capture it weakly, or use ``Derived``.
  ///
  /// Thousands of such closures that each read the next one for the first time may continue on the stack of another
  /// thread. The actor waits for that thread. There `assumeIsolated` does not recognise the actor.
  public static func isolated(
    @_inheritActorContext _ compute: @escaping @Sendable @isolated(any) () -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Property {
    let isolated = Isolated(compute, as: (() -> Value).self)
    let node = GraphThread.deriveFromReads(Value.self, .tracked) { node, action, thread in
      guard case .compute = action else { return node.copyOrDestroy(Value.self, action) }
      thread.computeTracked(node, on: isolated.actor, isolated.function)
    }
    return Property(node, CallSite(fileID, line).naming(.derived, by: function))
  }
}

extension GraphThread {
  /// Computes a node by a closure that belongs to an actor. On another actor, it only records which actor is needed.
  func computeTracked<Value>(_ node: NodeRef, on actor: (any Actor)?, _ compute: () -> Value) {
    guard let actor else { return computeTracked(node, compute) }
    guard actor === self.actor || StreamCore.isRunning(on: actor) else { return neededActor = actor }
    let outer = self.actor
    self.actor = actor
    computeTracked(node, compute)
    self.actor = outer
  }
}
