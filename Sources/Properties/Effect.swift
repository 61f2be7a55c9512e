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
/// synchronously: before the setter returns, on the thread that sets. What a thread or a ``batch(_:)`` sets makes it
/// run once. A body that belongs to an actor runs there: at once if the change is made there, else after a hop. What
/// it sets itself, and has read in this run or the last, makes it run again when it is through.
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
    GraphThread.with { $0.keepForEffect(cleanUp) }
  }
}

/// An effect: its body, and what is disposed with a run of it. Its node keeps it alive.
final class EffectRun: Sendable {
  /// Guarded by: the lock of the observer's region, as the next two. `nil` after the end: the handle does not keep what
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
    return GraphThread.with { thread in
      let observer = GraphThread.deriveFromReads(Void.self, .observer | .tracked) { observer, action, thread in
        switch action {
        case .compute: effect.run(observer, on: actor, thread)
        case .dispose: effect.end(observer, thread, isDisposed: true)
        case .end: effect.end(observer, thread, isDisposed: false)
        case .copy, .copyOld, .forgetOld, .commit, .destroy, .watch: break
        }
      }
      observer.note(callSite)
      observer.pointee.identity = nextSubscription()
      // One reference for itself, one for the handle, one for now.
      observer.pointee.references += 2
      let handle = Disposable(RetainedNode(observer))
      thread.keepForEffect(handle)
      thread.lock(observer)
      thread.notifyNow(observer)
      return handle
    }
  }

  /// Runs the body, tracked. Called, and left, with the lock held.
  private func run(_ observer: NodeRef, on actor: (any Actor)?, _ thread: GraphThread) {
    if let actor, actor !== thread.actor, !isRunning(on: actor) { return thread.neededActor = actor }
    if !owned.isEmpty {
      var before = takeOwned()
      thread.unlock()
      thread.perform {
        for disposable in before { disposable.dispose() }
        before = []
      }
      thread.lock(observer)
      guard !observer.has(.disposed) else { return }
      thread.noteTime()
    }
    let seenAt = observer.pointee.validAt
    var body = body
    let handling = Trace.isOn ? observer.noteRun(since: seenAt) : nil
    thread.runTracked(observer) {
      let outer = thread.tracking.effect
      let outerNode = thread.tracking.effectNode
      thread.tracking.effect = Unmanaged.passUnretained(self).toOpaque()
      thread.tracking.effectNode = observer
      body?()
      handling?.end()
      thread.tracking.effect = outer
      thread.tracking.effectNode = outerNode
      // Released while the lock is free: it may be the last reference.
      body = nil
    }
    if handling != nil { observer.noteHasRun() }
    hasNoLiveInputs = observer.pointee.liveInputs == 0 && !observer.has(.ended)
    if hasNoLiveInputs { observer.pointee.flags.insert(.ended) }
  }

  private func takeOwned() -> [Disposable] {
    defer { owned = [] }
    return owned
  }

  /// Releases everything: the effect was disposed, or all that it has read has ended. Called without the lock.
  private func end(_ observer: NodeRef, _ thread: GraphThread, isDisposed: Bool) {
    thread.lock(observer)
    guard isDisposed || !hasNoLiveInputs else { return thread.unlock() }
    if Trace.isOn { TraceNode.forget(TraceKey(observer)) }
    let (body, before) = (body, takeOwned())
    self.body = nil
    thread.unlock()
    withExtendedLifetime(body) { thread.run { for disposable in before { disposable.dispose() } } }
  }
}

extension GraphThread {
  /// Leaves something to be disposed before the next run of the effect whose body is running, if one is; immediately
  /// after its end.
  fileprivate func keepForEffect(_ disposable: Disposable) {
    guard let effect = tracking.effect, let effectNode = tracking.effectNode else { return }
    lock(effectNode)
    let isOver = effectNode.has(.disposed)
    if !isOver {
      Unmanaged<EffectRun>.fromOpaque(effect)._withUnsafeGuaranteedRef { $0.owned.append(disposable) }
    }
    unlock()
    if isOver { disposable.dispose() }
  }
}
