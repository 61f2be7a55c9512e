public import StreamCore
import StreamPrimitives
import StreamTracing

/// Runs `body` now, and again whenever a property that it has read changes.
///
/// ```swift
/// effect { page.title = "\(model.count.value) of \(model.total.value)" }
/// ```
///
///     count     1--------2-----
///     total     9-----8--------
///     body      19----18-28----
///
/// It tracks the reads of its last run, as ``Property/init(_:fileID:line:function:)`` does, and is notified of every
/// change synchronously: before the setter returns, on the thread that sets. All changes of a ``batch(_:)`` make it run
/// once. A body that belongs to an actor runs there: immediately if the change is made there, otherwise after a hop. If
/// the body sets a property that this run has read, it runs again afterwards. If it reads the property after the set
/// only, it runs again if the last run has read the property, too.
///
/// An effect that is made inside the body of another one ends before that body runs again, and with that effect.
/// Otherwise it lives until it is disposed, or until all properties that it read in its last run have ended. If that
/// run read nothing that can change, only disposing ends it.
@discardableResult
public func effect(
  isolation: isolated (any Actor)? = #isolation,
  @_inheritActorContext _ body: sending @escaping @isolated(any) () -> Void,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Disposable {
  let isolated = Isolated(body, as: (() -> Void).self)
  return EffectRun.start(CallSite(fileID, line), on: isolated.actor, isolated.function)
}

/// Runs `body` now and after each change of its dependencies, and disposes its result between runs.
///
/// ```swift
/// effect {
///   let socket = Socket(address.value)
///   return Disposable { socket.close() }
/// }
/// ```
///
/// Everything else is the same as for ``effect(isolation:_:fileID:line:)``. Before a run, the result of the previous
/// run is disposed on the thread of the new run. At the end of the effect, the last result is disposed on the thread
/// that ends the effect. Reads during disposal are not tracked.
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

/// An effect: its body, and the resources of its last run. The node of the effect keeps it alive.
final class EffectRun: Sendable {
  /// Guarded by: the lock of the observer's region, like the next two variables. `nil` after the end: then a handle
  /// that the program still has does not keep the captures of the body alive.
  @exclusivity(unchecked)
  private nonisolated(unsafe) var body: (() -> Void)?

  /// The effects that were made in the last run, and its result.
  @exclusivity(unchecked)
  fileprivate nonisolated(unsafe) var owned: [Disposable] = []

  /// Whether the last run read nothing that can change. Then no input will end the effect, and the results of the run
  /// stay until the effect is disposed.
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
        case .copy, .copyOld, .forgetOld, .forgetPart, .commit, .destroy, .watch: break
        }
      }
      observer.setCallSite(callSite)
      observer.pointee.identity = nextSubscription()
      // Three references: of the effect itself, of the handle, and of this function until it returns.
      observer.pointee.references += 2
      let handle = Disposable(RetainedNode(observer))
      thread.keepForEffect(handle)
      thread.lock(observer)
      thread.notifyNow(observer)
      return handle
    }
  }

  /// Runs the body and tracks its reads. The lock is held on entry and on return.
  private func run(_ observer: NodeRef, on actor: (any Actor)?, _ thread: GraphThread) {
    if let actor, actor !== thread.actor, !isRunning(on: actor) { return thread.neededActor = actor }
    if !owned.isEmpty {
      var before = takeOwned()
      thread.register()
      thread.unlock()
      thread.runHandlers {
        for disposable in before { disposable.dispose() }
        before = []
      }
      thread.lock(observer)
      guard !observer.has(.disposed) else { return }
      thread.continueEvaluation()
    }
    var body = body
    let handling = Trace.isOn ? observer.traceRun() : nil
    thread.runTracked(observer) {
      thread.tracking.context.effect = (Unmanaged.passUnretained(self).toOpaque(), observer)
      body?()
      handling?.end()
      thread.tracking.context.effect = nil
      // Released while the lock is free: it may be the last reference.
      body = nil
    }
    if handling != nil { observer.traceInputs() }
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
    if Trace.isOn { TraceNode.unregister(TraceKey(observer)) }
    let (body, before) = (body, takeOwned())
    self.body = nil
    thread.unlock()
    withExtendedLifetime(body) { thread.runAndDrain { for disposable in before { disposable.dispose() } } }
  }
}

extension GraphThread {
  /// Adds a disposable to the effect whose body is running.
  ///
  /// It is disposed before the next run of that effect, or at the end of the effect. If the effect was disposed
  /// meanwhile, the disposable is disposed now.
  fileprivate func keepForEffect(_ disposable: Disposable) {
    guard let effect = tracking.context.effect else { return }
    lock(effect.node)
    let isOver = effect.node.has(.disposed)
    if !isOver {
      Unmanaged<EffectRun>.fromOpaque(effect.run)._withUnsafeGuaranteedRef { $0.owned.append(disposable) }
    }
    unlock()
    if isOver { disposable.dispose() }
  }
}
