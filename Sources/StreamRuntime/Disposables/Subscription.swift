public import StreamPrimitives
import StreamTracing

/// One run of a chain: whether it goes on, and what to undo when it ends.
///
/// Every stage of a chain shares the subscription that its end made. An operator whose upstream can end before its
/// downstream does (`concat`, `flatMap`, `deliver(on:)`) makes one of its own for what is above it and adds that to the
/// one below.
public final class Subscription: Disposing {
  @usableFromInline let active = Atomic(true)

  /// Whether the place `first` was ever taken.
  private let isFirstTaken = Atomic(false)

  /// How many threads are reading the list. The last of them frees what was disposed meanwhile.
  private let readers = Atomic<UInt32>(0)

  /// What has to be undone: `empty`, `inFirst` or the address of an ``Entry``, which leads to the one added before it.
  /// With the bit `closed` set, the subscription is disposed; other bits are then a list that readers still look at.
  private let list = Atomic<UInt>(Subscription.empty)

  /// The oldest entry of nearly every subscription, which saves an object.
  ///
  /// Guarded by: `isFirstTaken` until `list` says `inFirst`, and by `list` from then on.
  nonisolated(unsafe) private var first: (any Disposing)?
  private let access = AccessCheck()

  #if DEBUG
    /// Where it was made by hand. Guard: written before the source is attached.
    nonisolated(unsafe) var callSite: CallSite?
  #endif

  private static var empty: UInt { 0 }
  private static var closed: UInt { 1 }
  private static var inFirst: UInt { 2 }

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
  public var isDisposed: Bool { list.load(ordering: .acquiring) & Subscription.closed != 0 }

  /// Ends deliveries, and leaves what has to be undone for ``dispose()``: for an operator that has heard the end of its
  /// upstream and still has it to pass on.
  public func stop() { active.store(false, ordering: .relaxed) }

  /// Ends the run: nothing is delivered from now on, and what was added is disposed, the last added first.
  ///
  /// A source is attached after the stages below it, so clean-up goes from the source to the subscriber.
  public func dispose() {
    stop()
    var entries = list.load(ordering: .relaxed)
    while entries & Subscription.closed == 0 {
      let (isClosed, other) = list.weakCompareExchange(
        expected: entries, desired: Subscription.closed, ordering: .sequentiallyConsistent)
      if isClosed { return close(entries) }
      entries = other
    }
  }

  /// Leaves something to be disposed at the end; if that has come already, it is disposed now.
  ///
  /// For what comes and goes during a run, add one ``SerialDisposable`` or ``CompositeDisposable`` that holds it.
  public func add(_ disposing: any Disposing) {
    if list.load(ordering: .relaxed) == Subscription.empty, !isFirstTaken.exchange(true, ordering: .relaxed) {
      access.writes()
      first = disposing
      if list.compareExchange(
        expected: Subscription.empty, desired: Subscription.inFirst, ordering: .releasing
      ).exchanged {
        return
      }
      first = nil
    }
    push(disposing)
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

  private func push(_ disposing: any Disposing) {
    let entry = Unmanaged.passRetained(Entry(disposing))
    var found = list.load(ordering: .relaxed)
    while found & Subscription.closed == 0 {
      entry._withUnsafeGuaranteedRef { $0.next = found }
      let (isIn, other) = list.weakCompareExchange(
        expected: found, desired: UInt(bitPattern: entry.toOpaque()), ordering: .releasing)
      if isIn { return }
      found = other
    }
    entry.release()
    disposing.dispose()
  }

  /// Called once, by the thread that disposes the subscription.
  private func close(_ entries: UInt) {
    #if DEBUG
      if let callSite { SubscriptionCounts.shrink(callSite) }
    #endif
    if entries != Subscription.empty { disposeAll(entries) }
  }

  /// Disposes the entries of a list, the last added first, and frees them if no thread reads them.
  private func disposeAll(_ entries: UInt) {
    if readers.load(ordering: .sequentiallyConsistent) == 0 {
      free(entries) { $0.dispose() }
    } else {
      forEach(in: entries) { $0.dispose() }
      list.store(entries | Subscription.closed, ordering: .sequentiallyConsistent)
      if readers.load(ordering: .sequentiallyConsistent) == 0 { freeWhatWasLeft() }
    }
  }

  private func freeWhatWasLeft() {
    let entries = list.load(ordering: .acquiring)
    guard entries & Subscription.closed != 0, entries != Subscription.closed else { return }
    if list.compareExchange(expected: entries, desired: Subscription.closed, ordering: .acquiring).exchanged {
      free(entries & ~Subscription.closed) { _ in }
    }
  }

  /// Goes through a list that nobody frees meanwhile.
  private func forEach(in entries: UInt, _ body: (any Disposing) -> Void) {
    var place = entries
    while let entry = Entry.at(place) {
      body(entry.takeUnretainedValue().disposing)
      place = entry.takeUnretainedValue().next
    }
    access.reads()
    if place == Subscription.inFirst, let first { body(first) }
  }

  /// Goes through a list of which the caller is the only owner, and frees it.
  private func free(_ entries: UInt, _ body: (any Disposing) -> Void) {
    var place = entries
    while let entry = Entry.at(place)?.takeRetainedValue() {
      place = entry.next
      body(entry.disposing)
    }
    guard place == Subscription.inFirst else { return }
    access.writes()
    let oldest = first
    first = nil
    if let oldest { body(oldest) }
  }
}

extension Subscription: MayBeEndless {
  package var isEndless: Bool {
    readers.add(1, ordering: .sequentiallyConsistent)
    let entries = list.load(ordering: .sequentiallyConsistent)
    var all: [any Disposing] = []
    if entries & Subscription.closed == 0 { forEach(in: entries) { all.append($0) } }
    if readers.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 { freeWhatWasLeft() }
    return all.contains { ($0 as? any MayBeEndless)?.isEndless ?? false }
  }
}

/// Something that a subscription holds, and the place of what was added before it.
private final class Entry: Sendable {
  let disposing: any Disposing

  /// Guarded by: the thread that adds the entry. It does not change once the entry is in the list.
  nonisolated(unsafe) var next: UInt = 0

  init(_ disposing: any Disposing) { self.disposing = disposing }

  /// The entry at an address, if it is one.
  static func at(_ place: UInt) -> Unmanaged<Entry>? {
    place > 15 ? UnsafeRawPointer(bitPattern: place).map(Unmanaged.fromOpaque) : nil
  }
}
