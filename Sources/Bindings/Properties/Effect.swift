public import StreamCore
import StreamPrimitives

/// Runs `body` now, and again whenever a property that it has read has changed.
///
/// ```swift
/// effect { page.title = "\(model.count.value) of \(model.total.value)" }
/// ```
///
///     count     1--------2-----
///     total     9-----8--------
///     body      19----18-28----
///
/// It follows what it read in its last run, as ``Property/init(_:fileID:line:)`` does, and is told of every change,
/// synchronously: before the setter returns, on the thread that sets. What a turn or a ``batch(_:)`` sets makes it
/// run once. A body that belongs to an actor runs there: at once if the change is made there, else after a hop. What
/// it sets itself, and has read, makes it run again when it is through.
///
/// An effect that is made inside of another one's body ends before that runs again. It lives until it is disposed, or
/// until all that it read has ended.
@discardableResult
public func effect(
  isolation: isolated (any Actor)? = #isolation,
  @_inheritActorContext _ body: sending @escaping @isolated(any) () -> Void
) -> Disposable {
  let isolated = Isolated(body, as: (() -> Void).self)
  return EffectRun.start(on: isolated.actor) {
    isolated.function()
    return nil
  }
}

/// Runs `body` now, and again whenever a property that it has read has changed; what it returns is disposed before the
/// next run, and at the end.
///
/// ```swift
/// effect {
///   let socket = Socket(address.value)
///   return Disposable { socket.close() }
/// }
/// ```
///
/// Otherwise as ``effect(isolation:_:)``. What reads properties while it is disposed of is not followed.
@discardableResult
public func effect<CleanUp: DisposableConvertible>(
  @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () -> CleanUp
) -> Disposable {
  let isolated = Isolated(body, as: (() -> CleanUp).self)
  return EffectRun.start(on: isolated.actor) { isolated.function().disposable }
}

/// An effect: its body, and what ends with a run of it.
final class EffectRun: Sendable {
  private let actor: (any Actor)?

  private struct State: Sendable {
    /// Guard: run by one at a time, on the actor if there is one.
    nonisolated(unsafe) let body: () -> Disposable?
    /// The effects that were made in the last run, and what it returned.
    var owned: [Disposable] = []
  }

  /// `nil` after the end: who still holds the handle does not hold what the body captures.
  private let state: Lock<State?>

  /// Whether there is anything to clean up before the next run.
  private let ownsAny = Atomic(false)

  private init(_ actor: (any Actor)?, _ body: @escaping () -> Disposable?) {
    self.actor = actor
    state = Lock(State(body: body))
  }

  static func start(on actor: (any Actor)?, _ body: @escaping () -> Disposable?) -> Disposable {
    let effect = EffectRun(actor, body)
    return Turn.with { turn in
      let observer = Turn.deriveFromReads(Void.self, .observer | .tracked | .stale | .dirty) { observer, action, turn in
        if case .compute = action { effect.run(observer, turn) }
      }
      if let parent = turn.effectNode { observer.pointee.height = parent.pointee.height + 1 }
      let handle = Disposable(EffectHandle(effect, observer))
      turn.effect?._withUnsafeGuaranteedRef { $0.own(handle) }
      turn.lock(observer)
      // One reference for itself, one for the handle, one for now.
      observer.pointee.references += 2
      turn.tell(observer)
      turn.release(observer)
      turn.unlock()
      turn.finish()
      return handle
    }
  }

  /// Runs the body, tracked. Called, and left, with the lock held.
  private func run(_ observer: NodeRef, _ turn: Turn) {
    if let actor, !isRunning(on: actor) { return turn.hop(observer, to: actor) }
    if ownsAny.load(ordering: .acquiring) {
      turn.runHandler(observer) { self.cleanUp() }
      guard !observer.has(.disposed) else { return }
      // A batch of another thread may have begun meanwhile: who has a place runs the body.
      if observer.pointee.places > 0 {
        observer.pointee.flags.insert(.stale | .dirty)
        return
      }
    }
    observer.pointee.flags.insert(.isBusy)
    observer.pointee.flags.remove(.stale | .dirty)
    observer.pointee.seenAt = turn.stamp
    turn.beginTracking(observer)
    let (outer, outerNode) = (turn.effect, turn.effectNode)
    turn.effect = .passUnretained(self)
    turn.effectNode = observer
    let returned = state.withLock { $0 }?.body()
    turn.effect = outer
    turn.effectNode = outerNode
    turn.stopTracking()
    if let returned { own(returned) }
    _ = turn.finishTracking(observer)
    turn.handlerIsThrough(observer)
    turn.release(observer)
  }

  /// Leaves something to be disposed before the next run; at once after the end.
  private func own(_ disposable: Disposable) {
    let isOver = state.withLock { state in
      state?.owned.append(disposable)
      ownsAny.store(true, ordering: .releasing)
      return state == nil
    }
    if isOver { disposable.dispose() }
  }

  private func cleanUp() {
    let before = state.withLock { state in
      defer { state?.owned = [] }
      ownsAny.store(false, ordering: .relaxed)
      return state?.owned ?? []
    }
    for disposable in before { disposable.dispose() }
  }

  func end() {
    let before = state.withLock { $0.take() }
    Turn.with { turn in turn.run { for disposable in before?.owned ?? [] { disposable.dispose() } } }
  }
}

/// What ends an effect.
private final class EffectHandle: Disposing {
  private let effect: EffectRun

  /// Guard: the region's lock, and this reference.
  private nonisolated(unsafe) let observer: NodeRef

  /// Takes over a reference to the observer.
  init(_ effect: EffectRun, _ observer: NodeRef) {
    self.effect = effect
    self.observer = observer
  }

  deinit { observer.letGo() }

  var isDisposed: Bool { observer.isDisposed }

  func dispose() {
    Turn.with { $0.dispose(observer) }
    effect.end()
  }
}
