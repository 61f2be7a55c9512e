public import StreamPrimitives
import StreamTracing

/// The lifetime of one subscription to a chain: whether it is active, and the teardown at its end.
///
/// All stages of a chain share one subscription, which the subscriber makes. An operator whose upstream can end before
/// its downstream (`concat`, `flatMap`, `deliver(on:)`) makes another one for its upstream, and adds it to the
/// downstream's.
public final class Subscription: Disposing {
  @usableFromInline let active = Atomic(true)

  /// Whether a thread has claimed `oldest`.
  private let isOldestClaimed = Atomic(false)

  /// The number of threads that read the list. The last of them frees entries that were disposed meanwhile.
  ///
  /// A reader increments `readers` and then loads `list`. The disposing thread closes `list` and then loads `readers`.
  /// These four steps are sequentially consistent. So the reader sees `closed` and reads no entries, or the disposing
  /// thread sees the reader and does not free the entries yet.
  ///
  /// Four more steps decide which thread frees the entries. The disposing thread stores them in `list` and then loads
  /// `readers` again. A reader decrements `readers` and then loads `list`. These steps are sequentially consistent,
  /// too. Otherwise each thread could leave the entries to the other.
  private let readers = Atomic<UInt32>(0)

  /// The teardown: `empty`, `inOldest`, or the address of the newest ``TeardownEntry``.
  ///
  /// The `next` of an entry is the address of the entry that was added before it. In the last entry it is `inOldest` if
  /// the variable `oldest` belongs to the list, otherwise `empty`.
  ///
  /// The bit `closed` means that the subscription is disposed. The other bits are then a list of the same form. It has
  /// the disposed entries that are not freed yet, because a thread was reading them.
  private let list = Atomic<UInt>(Subscription.empty)

  /// The oldest entry, stored inline in nearly every subscription. That saves an object.
  ///
  /// Guarded by: the thread that has set `isOldestClaimed`, until `list` is `inOldest`. From then on it is part of the
  /// list, and is read and freed as the entries are: see `readers`.
  nonisolated(unsafe) private var oldest: (any Disposing)?
  private let access = AccessCheck()

  #if DEBUG
    /// The call site of a `subscribe`.
    ///
    /// Guarded by: nothing (it is written before the source is attached).
    nonisolated(unsafe) var callSite: CallSite?
  #endif

  private static var empty: UInt { 0 }
  private static var closed: UInt { 1 }
  private static var inOldest: UInt { 2 }

  /// An active subscription without a teardown.
  public init() {}

  /// Tears the subscription down if it is unreachable: released by its source and its handles without an end.
  deinit {
    guard !isDisposed else { return }
    #if DEBUG
      giveUnreachableHint()
    #endif
    dispose()
  }

  /// Whether events may still be delivered. A source checks it before every value.
  @inlinable
  public var isActive: Bool { active.load(ordering: .relaxed) }

  /// Whether it was disposed, by its handle or by the end of the stream.
  public var isDisposed: Bool { list.load(ordering: .acquiring) & Subscription.closed != 0 }

  /// Stops deliveries without the teardown, which ``dispose()`` performs later.
  ///
  /// Use it if the disposal has to wait: until the end of an upstream was forwarded, or until its turn in a queue.
  public func stop() { active.store(false, ordering: .relaxed) }

  /// Stops deliveries, and disposes the teardown, the last added entry first.
  ///
  /// A source is attached after the stages downstream of it, so the teardown goes from the source to the subscriber. If
  /// the subscription is disposed already, returns immediately, even while another thread performs the teardown.
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

  /// Adds an object to the teardown. If the subscription was disposed, the object is disposed immediately.
  ///
  /// Objects cannot be removed. If they change during the subscription, add one ``SerialDisposable`` or
  /// ``CompositeDisposable`` that holds them.
  public func add(_ disposing: any Disposing) {
    if list.load(ordering: .relaxed) == Subscription.empty, !isOldestClaimed.exchange(true, ordering: .relaxed) {
      access.writes()
      oldest = disposing
      if list.compareExchange(
        expected: Subscription.empty, desired: Subscription.inOldest, ordering: .releasing
      ).exchanged {
        return
      }
      oldest = nil
    }
    push(disposing)
  }

  /// Adds an action to the teardown.
  public func add(_ action: @escaping @Sendable () -> Void) {
    add(Disposable(action))
  }

  /// Adds a handle to the teardown.
  public func add(_ disposable: Disposable) {
    if let target = disposable.target { add(target) }
  }

  /// Records the call site of a `subscribe`, for the hints of debug builds.
  @usableFromInline
  package func recordCallSite(_ fileID: StaticString, _ line: UInt) {
    #if DEBUG
      callSite = CallSite(fileID, line)
      SubscriptionCounts.grow(CallSite(fileID, line))
    #endif
  }

  #if DEBUG
    private func giveUnreachableHint() {
      guard let callSite, Hints.isEnabled, !callSite.isInLibrary, !isEndless else { return }
      Hints.say(
        """
        \(callSite): this subscription is torn down, because its source was released without an end and can send \
        nothing more. Keep the sender (an observer, a scheduler), complete it, or dispose the subscription.
        """)
    }
  #endif

  private func push(_ disposing: any Disposing) {
    let entry = Unmanaged.passRetained(TeardownEntry(disposing))
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
      if readers.load(ordering: .sequentiallyConsistent) == 0 { freeDisposedEntries() }
    }
  }

  private func freeDisposedEntries() {
    let entries = list.load(ordering: .sequentiallyConsistent)
    guard entries & Subscription.closed != 0, entries != Subscription.closed else { return }
    if list.compareExchange(expected: entries, desired: Subscription.closed, ordering: .acquiring).exchanged {
      free(entries & ~Subscription.closed) { _ in }
    }
  }

  /// Calls `body` for each entry of a list that no other thread frees meanwhile.
  private func forEach(in entries: UInt, _ body: (any Disposing) -> Void) {
    var address = entries
    while let entry = TeardownEntry.at(address) {
      body(entry.takeUnretainedValue().disposing)
      address = entry.takeUnretainedValue().next
    }
    access.reads()
    if address == Subscription.inOldest, let oldest { body(oldest) }
  }

  /// Calls `body` for each entry of a list that only the caller owns, and frees the entries.
  private func free(_ entries: UInt, _ body: (any Disposing) -> Void) {
    var address = entries
    while let entry = TeardownEntry.at(address)?.takeRetainedValue() {
      address = entry.next
      body(entry.disposing)
    }
    guard address == Subscription.inOldest else { return }
    access.writes()
    let taken = oldest
    oldest = nil
    if let taken { body(taken) }
  }
}

extension Subscription: MayBeEndless {
  package var isEndless: Bool {
    readers.add(1, ordering: .sequentiallyConsistent)
    let entries = list.load(ordering: .sequentiallyConsistent)
    var all: [any Disposing] = []
    if entries & Subscription.closed == 0 { forEach(in: entries) { all.append($0) } }
    if readers.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 { freeDisposedEntries() }
    return all.contains { ($0 as? any MayBeEndless)?.isEndless ?? false }
  }
}

/// An object of a subscription's teardown, as an entry of a linked list.
private final class TeardownEntry: Sendable {
  let disposing: any Disposing

  /// The entry that was added before this one, or a constant: see `Subscription.list`.
  ///
  /// Guarded by: the thread that adds the entry. It does not change once the entry is in the list.
  nonisolated(unsafe) var next: UInt = 0

  init(_ disposing: any Disposing) { self.disposing = disposing }

  /// The entry at an address; `nil` for `empty` and `inOldest`. Addresses are above 15, these constants are not.
  static func at(_ address: UInt) -> Unmanaged<TeardownEntry>? {
    address > 15 ? UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque) : nil
  }
}
