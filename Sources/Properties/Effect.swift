public import StreamCore
import StreamPrimitives
import StreamTracing

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
/// An effect that is made inside of another one's body ends before that runs again, and with it. It lives until it is
/// disposed, or until all that it read in its last run has ended. Where that run read nothing that can change, only
/// disposing ends it.
@discardableResult
public func effect(
  isolation: isolated (any Actor)? = #isolation,
  @_inheritActorContext _ body: sending @escaping @isolated(any) () -> Void,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Disposable {
  let isolated = Isolated(body, as: (() -> Void).self)
  return EffectRun.start(CallSite(fileID, line), on: isolated.actor, isolated.function)
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
/// Otherwise as ``effect(isolation:_:fileID:line:)``. Properties that are read during disposal are not followed.
/// Before the next run it is disposed where that runs, and at the end on the thread that ends the effect.
@discardableResult
public func effect<CleanUp: DisposableConvertible>(
  @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () -> CleanUp,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Disposable {
  let isolated = Isolated(body, as: (() -> CleanUp).self)
  return EffectRun.start(CallSite(fileID, line), on: isolated.actor) {
    let cleanUp = isolated.function().disposable
    Turn.with { $0.keepForEffect(cleanUp) }
  }
}

/// An effect: its body, and what ends with a run of it. Its node keeps it.
final class EffectRun: Sendable {
  /// Guard, as for the next two: the lock of the observer's region. `nil` after the end: the handle does not hold what
  /// the body captures.
  @exclusivity(unchecked)
  private nonisolated(unsafe) var body: (() -> Void)?

  /// The effects that were made in the last run, and what it returned.
  @exclusivity(unchecked)
  fileprivate nonisolated(unsafe) var owned: [Disposable] = []

  /// Whether nothing that the last run read can change. Then no later end comes, and what the run made stays until the
  /// effect is disposed.
  @exclusivity(unchecked)
  private nonisolated(unsafe) var hasNoLiveInputs = false

  private init(_ body: @escaping () -> Void) { self.body = body }

  static func start(_ callSite: CallSite, on actor: (any Actor)?, _ body: @escaping () -> Void) -> Disposable {
    let effect = EffectRun(body)
    return Turn.with { turn in
      let observer = Turn.deriveFromReads(Void.self, .observer | .tracked | .stale | .dirty) { observer, action, turn in
        switch action {
        case .compute: effect.run(observer, on: actor, turn)
        case .dispose: effect.end(observer, turn, isDisposed: true)
        case .end: effect.end(observer, turn, isDisposed: false)
        case .copy, .destroy, .watch: break
        }
      }
      observer.note(callSite)
      if let parent = turn.effectNode { observer.pointee.height = parent.pointee.height + 1 }
      // One reference for itself, one for the handle, one for now.
      observer.pointee.references += 2
      let handle = Disposable(RetainedNode(observer))
      turn.keepForEffect(handle)
      turn.lock(observer)
      turn.tell(observer)
      turn.release(observer)
      turn.unlock()
      turn.finish()
      return handle
    }
  }

  /// Runs the body, tracked. Called, and left, with the lock held.
  private func run(_ observer: NodeRef, on actor: (any Actor)?, _ turn: Turn) {
    if let actor, !isRunning(on: actor) { return turn.hop(observer, to: actor) }
    let seenAt = observer.pointee.seenAt
    if !owned.isEmpty {
      var before = takeOwned()
      turn.runHandler(observer) {
        for disposable in before { disposable.dispose() }
        before = []
      }
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
    var body = body
    let handling = Trace.isOn ? observer.noteRun(since: seenAt) : nil
    turn.beginTracking(observer)
    let (outer, outerNode) = (turn.effect, turn.effectNode)
    (turn.effect, turn.effectNode) = (.passUnretained(self), observer)
    body?()
    handling?.end()
    (turn.effect, turn.effectNode) = (outer, outerNode)
    turn.stopTracking()
    // Released while the lock is free: it may be the last that holds it.
    body = nil
    _ = turn.finishTracking(observer)
    if handling != nil { observer.noteHasRun() }
    hasNoLiveInputs = observer.pointee.liveInputs == 0
    turn.handlerIsThrough(observer)
    turn.release(observer)
  }

  private func takeOwned() -> [Disposable] {
    defer { owned = [] }
    return owned
  }

  /// Lets go of everything: the effect was disposed of, or all that it has read has ended. Called without the lock.
  private func end(_ observer: NodeRef, _ turn: Turn, isDisposed: Bool) {
    turn.lock(observer)
    guard isDisposed || !hasNoLiveInputs else { return turn.unlock() }
    if Trace.isOn { TraceNode.forget(TraceKey(observer)) }
    let (body, before) = (body, takeOwned())
    self.body = nil
    turn.unlock()
    withExtendedLifetime(body) { turn.run { for disposable in before { disposable.dispose() } } }
  }
}

extension Turn {
  /// Leaves something to be disposed before the next run of the effect whose body is running, if one is; at once after
  /// its end.
  fileprivate func keepForEffect(_ disposable: Disposable) {
    guard let effect, let effectNode else { return }
    lock(effectNode)
    let isOver = effectNode.has(.disposed)
    if !isOver { effect._withUnsafeGuaranteedRef { $0.owned.append(disposable) } }
    unlock()
    if isOver { disposable.dispose() }
  }
}
