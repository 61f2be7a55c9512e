/// A bag of handles that are ended together.
///
/// Adding and removing take the same time however many members there are. When the bag is disposed its members are, in the order
/// in which they were added, on the caller; whatever is added later is disposed at once. Safe from any thread, and from
/// inside a member's own disposal.
public final class CompositeDisposable: Disposing {
  /// A place in the bag.
  public struct Token: Hashable, Sendable {
    fileprivate let key: UInt64
  }

  private struct State {
    var members: [UInt64: Disposable]? = [:]
    var nextKey: UInt64 = 0
  }

  private let state: Lock<State>

  /// A bag with members to start with.
  public init(_ members: [Disposable] = []) {
    state = Lock(State())
    for member in members { add(member) }
  }

  /// Adds a member, or disposes it if the bag has been disposed.
  ///
  /// - Returns: its place, for ``remove(_:)``; `nil` if the bag has been disposed.
  @discardableResult
  public func add(_ member: Disposable) -> Token? {
    let token = state.withLock { state -> Token? in
      guard state.members != nil else { return nil }
      state.nextKey += 1
      state.members?[state.nextKey] = member
      return Token(key: state.nextKey)
    }
    if token == nil { member.dispose() }
    return token
  }

  /// Takes a member out without disposing it; `nil` if it is not there any more.
  @discardableResult
  public func remove(_ token: Token?) -> Disposable? {
    guard let token else { return nil }
    return state.withLock { $0.members?.removeValue(forKey: token.key) }
  }

  /// Disposes every member. A second call returns at once, even while the first is still at it.
  public func dispose() {
    let members = state.withLock { state in
      defer { state.members = nil }
      return state.members
    }
    for (_, member) in (members ?? [:]).sorted(by: { $0.key < $1.key }) { member.dispose() }
  }

  /// Whether the bag has been disposed.
  public var isDisposed: Bool { state.withLock { $0.members == nil } }

  /// How many members there are.
  public var count: Int { state.withLock { $0.members?.count ?? 0 } }
}
