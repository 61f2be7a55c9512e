import StreamPrimitives
import StreamTracing

/// Records that a subscription was disposed before it received an end.
final class TracedEnd: Disposing {
  private let node: TraceNode
  private let isOver = Atomic(false)

  init(_ node: TraceNode) { self.node = node }

  var isDisposed: Bool { isOver.load(ordering: .relaxed) }

  /// Called when the end is delivered.
  func endWasDelivered() { isOver.store(true, ordering: .relaxed) }

  func dispose() {
    if !isOver.exchange(true, ordering: .relaxed) { node.record(.disposed) }
  }
}

/// The recorded events that are queued for an actor. They are the causes of the handling there.
final class TracedHops: Sendable {
  private let node: TraceNode
  private let actor: any Actor
  private let waiting = Lock(Queue<Int>())

  init(_ node: TraceNode, to actor: any Actor) {
    self.node = node
    self.actor = actor
  }

  func enter() {
    let event = isRunning(on: actor) ? TraceNode.currentEvent : node.recordHop("\(type(of: actor))")
    waiting.withLock { $0.append(event) }
  }

  func leave() -> Int { waiting.withLock { $0.popFirst() } ?? 0 }
}
