/// A collection of handles that are disposed together.
///
/// Adding and removing take constant time. Disposing the composite disposes its members on the caller, in the order in
/// which they were added. A member that is added later is disposed immediately. From time to time the composite
/// releases members that were disposed, so its size stays proportional to its live members. It is safe to use from any
/// thread, and from inside a member's own disposal.
public final class CompositeDisposable: MayBeEndless {
  private struct State {
    /// The members by their objects, each with a number that increases with every addition.
    var members: [ObjectIdentifier: (number: UInt64, member: Disposable)] = [:]
    var addedCount: UInt64 = 0
    var isDisposed = false

    /// The number of members at which disposed ones are released; `nil` while a thread does that.
    var compactionThreshold: Int? = 64

    mutating func remove(_ member: Disposable) -> Disposable? {
      member.target.flatMap { members.removeValue(forKey: ObjectIdentifier($0)) }?.member
    }
  }

  private let state: Lock<State>

  /// A composite with initial members.
  public init(_ members: [Disposable] = []) {
    state = Lock(State())
    for member in members { add(member) }
  }

  /// Adds a member, or disposes it if the composite was disposed. Adding a member again makes it the newest.
  public func add(_ member: Disposable) {
    guard let target = member.target else { return }
    let (isAdded, isDue) = state.withLock { state in
      guard !state.isDisposed else { return (false, false) }
      state.addedCount += 1
      state.members[ObjectIdentifier(target)] = (state.addedCount, member)
      guard let threshold = state.compactionThreshold, state.members.count >= threshold else { return (true, false) }
      state.compactionThreshold = nil
      return (true, true)
    }
    if !isAdded { member.dispose() }
    if isDue { compact() }
  }

  /// Releases disposed members. It calls `isDisposed` without the lock, because that may be code of a user.
  private func compact() {
    let disposed = state.withLock { $0.members.values.map(\.member) }.filter(\.isDisposed)
    let released = state.withLock { state in
      let released = disposed.map { state.remove($0) }
      // With twice the remaining count, adding a member checks at most two members on average.
      state.compactionThreshold = max(64, 2 * state.members.count)
      return released
    }
    withExtendedLifetime(released) {}
  }

  /// Removes a member without disposing it.
  ///
  /// - Returns: `false` if it was no member: it was removed before, was released after its disposal, or the composite
  ///   was disposed.
  @discardableResult
  public func remove(_ member: Disposable) -> Bool { state.withLock { $0.remove(member) } != nil }

  /// Disposes every member. A second call returns immediately, even while the first is still running.
  public func dispose() {
    let members = state.withLock { state in
      defer { state = State(isDisposed: true) }
      return state.members.values
    }
    for (_, member) in members.sorted(by: { $0.number < $1.number }) { member.dispose() }
  }

  /// Whether the composite was disposed.
  public var isDisposed: Bool { state.withLock { $0.isDisposed } }

  package var isEndless: Bool { state.withLock { $0.members.values.map(\.member) }.contains(where: \.isEndless) }

  /// The number of members.
  public var count: Int { state.withLock { $0.members.count } }
}
