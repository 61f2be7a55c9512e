public import StreamPrimitives
import StreamTracing

/// One run of a chain: whether it goes on, and what to undo when it ends.
///
/// Every stage of a chain shares the subscription that its end made. An operator whose upstream can end before its
/// downstream does (`concat`, `flatMap`, `deliver(on:)`) makes one of its own for what is above it and adds that to the
/// one below.
public final class Subscription: Disposing {
  @usableFromInline let active = Atomic(true)

  /// What became of `held`.
  private let state = Atomic<UInt8>(Subscription.empty)

  /// Guard: written only by who moved `state` to `writing`, taken only by who moved it from `holding`.
  nonisolated(unsafe) private var held: (any Disposing)?
  private let access = AccessCheck()

  #if DEBUG
    /// Where it was made by hand. Guard: written before the source is attached.
    nonisolated(unsafe) var callSite: CallSite?
  #endif

  private static var empty: UInt8 { 0 }
  private static var holding: UInt8 { 1 }
  private static var writing: UInt8 { 2 }
  private static var disposed: UInt8 { 3 }

  /// A subscription that goes on and has nothing to undo.
  public init() {}

  /// A run that neither a source nor a handle can reach any more is torn down when it is released.
  deinit {
    guard !isDisposed else { return }
    #if DEBUG
      sayThatItIsOutOfReach()
    #endif
    dispose()
  }

  /// Whether events may still be delivered. A source asks before every value.
  @inlinable
  public var isActive: Bool { active.load(ordering: .relaxed) }

  /// Whether it was disposed, by someone or because the stream ended.
  public var isDisposed: Bool { state.load(ordering: .acquiring) == Subscription.disposed }

  /// Ends deliveries, and leaves what has to be undone for ``dispose()``: for an operator that has heard the end of its
  /// upstream and still has it to pass on.
  public func stop() { active.store(false, ordering: .relaxed) }

  /// Ends the run: nothing is delivered from now on, and what was added is disposed, the last added first.
  ///
  /// A source is attached after the stages below it, so clean-up goes from the source to the subscriber.
  public func dispose() {
    stop()
    let before = state.exchange(Subscription.disposed, ordering: .acquiringAndReleasing)
    #if DEBUG
      if before != Subscription.disposed, let callSite { SubscriptionCounts.shrink(callSite) }
    #endif
    if before == Subscription.holding { takeHeld()?.dispose() }
  }

  /// Leaves something to be disposed at the end; if that has come already, it is disposed now.
  ///
  /// For what comes and goes during a run, add one ``SerialDisposable`` or ``CompositeDisposable`` that holds it.
  public func add(_ disposing: any Disposing) {
    while true {
      let (claimed, found) = state.weakCompareExchange(
        expected: Subscription.empty, desired: Subscription.writing, ordering: .acquiring)
      if claimed { return publish(disposing) }
      switch found {
      case Subscription.disposed: return disposing.dispose()
      case Subscription.holding:
        if state.compareExchange(
          expected: Subscription.holding, desired: Subscription.writing, ordering: .acquiring
        ).exchanged {
          return publish(Several.with(held, and: disposing))
        }
      default: break  // Another thread is between its two instructions of `publish`.
      }
    }
  }

  /// Leaves an action to be run at the end.
  public func add(_ action: @escaping @Sendable () -> Void) {
    add(Disposable(action))
  }

  /// Leaves something to be disposed at the end.
  public func add(_ disposable: Disposable) {
    if let target = disposable.target { add(target) }
  }

  /// Remembers where it was made, for what a debug build may have to say about it.
  @usableFromInline
  package func note(_ fileID: StaticString, _ line: UInt) {
    #if DEBUG
      callSite = CallSite(fileID, line)
      SubscriptionCounts.grow(CallSite(fileID, line))
    #endif
  }

  #if DEBUG
    private func sayThatItIsOutOfReach() {
      guard let callSite, Hints.areOn, !callSite.isInLibrary, !isEndless else { return }
      Hints.say(
        """
        \(callSite): this subscription is torn down, since nothing can come any more: \
        its source was let go of without an end. Keep what sends (an observer, a scheduler), complete it, or dispose \
        the subscription.
        """)
    }
  #endif

  private func publish(_ disposing: any Disposing) {
    access.writes()
    held = disposing
    let stillActive = state.compareExchange(
      expected: Subscription.writing, desired: Subscription.holding, ordering: .releasing
    ).exchanged
    if !stillActive { takeHeld()?.dispose() }
  }

  private func takeHeld() -> (any Disposing)? {
    access.writes()
    defer { held = nil }
    return held
  }
}

extension Subscription: MayBeEndless {
  package var isEndless: Bool {
    while true {
      let (claimed, found) = state.weakCompareExchange(
        expected: Subscription.holding, desired: Subscription.writing, ordering: .acquiring)
      if found == Subscription.empty || found == Subscription.disposed { return false }
      guard claimed, let disposing = held else { continue }
      let all = (disposing as? Several)?.all ?? [disposing]
      publish(disposing)
      return all.contains { ($0 as? any MayBeEndless)?.isEndless ?? false }
    }
  }
}

/// What a subscription holds when it holds more than one thing.
private final class Several: Disposing {
  /// Guard: that of the subscription's `held`. It is added to in place, so that each takes as long as the first.
  nonisolated(unsafe) private(set) var all: [any Disposing]

  private init(_ all: [any Disposing]) { self.all = all }

  static func with(_ held: (any Disposing)?, and newest: any Disposing) -> Several {
    guard let several = held as? Several else { return Several(held.map { [$0, newest] } ?? [newest]) }
    several.all.append(newest)
    return several
  }

  var isDisposed: Bool { all.allSatisfy(\.isDisposed) }

  func dispose() {
    for disposing in all.reversed() { disposing.dispose() }
  }
}
