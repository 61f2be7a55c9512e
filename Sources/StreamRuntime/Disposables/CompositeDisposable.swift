/// A collection of handles that are disposed together.
///
/// Adding and removing take constant time. Disposing the composite disposes its members on the caller, in the order in
/// which they were added. A member that is added later is disposed immediately. From time to time the composite
/// releases members that were disposed, so its size stays proportional to its live members. It is safe to use from any
/// thread, and from inside a member's own disposal.
public final class CompositeDisposable: MayBeEndless {
  /// Identifies a member, for ``remove(_:)``.
  public struct Token: Hashable, Sendable {
    fileprivate let index: Int
    fileprivate let serial: UInt64
  }

  /// A member keeps its index. The indices of removed members are used again.
  private struct State {
    var entries: [(serial: UInt64, member: Disposable)?] = []
    var free: [Int] = []
    var added: UInt64 = 0
    var isDisposed = false

    /// The number of members at which disposed ones are released; `nil` while a thread does that.
    var compactionThreshold: Int? = 64

    var count: Int { entries.count - free.count }

    var members: [(token: Token, member: Disposable)] {
      entries.indices.compactMap { index in
        entries[index].map { (Token(index: index, serial: $0.serial), $0.member) }
      }
    }

    mutating func add(_ member: Disposable) -> Token? {
      guard !isDisposed else { return nil }
      added += 1
      if let index = free.popLast() {
        entries[index] = (added, member)
        return Token(index: index, serial: added)
      }
      entries.append((added, member))
      return Token(index: entries.count - 1, serial: added)
    }

    mutating func remove(_ token: Token) -> Disposable? {
      guard token.index < entries.count, let entry = entries[token.index], entry.serial == token.serial else {
        return nil
      }
      entries[token.index] = nil
      free.append(token.index)
      return entry.member
    }
  }

  private let state: Lock<State>

  /// A composite with initial members.
  public init(_ members: [Disposable] = []) {
    state = Lock(State())
    for member in members { add(member) }
  }

  /// Adds a member, or disposes it if the composite was disposed.
  ///
  /// - Returns: A token for ``remove(_:)``; `nil` if the composite was disposed.
  @discardableResult
  public func add(_ member: Disposable) -> Token? {
    let (token, isDue) = state.withLock { state in
      let token = state.add(member)
      guard let compactionThreshold = state.compactionThreshold, state.count >= compactionThreshold else {
        return (token, false)
      }
      state.compactionThreshold = nil
      return (token, true)
    }
    if token == nil { member.dispose() }
    if isDue { compact() }
    return token
  }

  /// Releases disposed members. It calls `isDisposed` without the lock, because that may be user code.
  private func compact() {
    let disposed = state.withLock { $0.members }.filter(\.member.isDisposed)
    let released = state.withLock { state in
      let released = disposed.map { state.remove($0.token) }
      // With twice the remaining count, adding a member checks at most two members on average.
      state.compactionThreshold = max(64, 2 * state.count)
      return released
    }
    _ = released
  }

  /// Removes a member without disposing it; returns `nil` if it was removed before.
  @discardableResult
  public func remove(_ token: Token?) -> Disposable? {
    guard let token else { return nil }
    return state.withLock { $0.remove(token) }
  }

  /// Disposes every member. A second call returns immediately, even while the first is still running.
  public func dispose() {
    let entries = state.withLock { state in
      defer { state = State(isDisposed: true) }
      return state.entries
    }
    for (_, member) in entries.compactMap({ $0 }).sorted(by: { $0.serial < $1.serial }) { member.dispose() }
  }

  /// Whether the composite was disposed.
  public var isDisposed: Bool { state.withLock { $0.isDisposed } }

  package var isEndless: Bool { state.withLock { $0.members }.contains(where: \.member.isEndless) }

  /// The number of members.
  public var count: Int { state.withLock(\.count) }
}
