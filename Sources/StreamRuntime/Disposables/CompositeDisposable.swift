/// A bag of handles that are ended together.
///
/// Adding and removing take the same time however many members there are. When the bag is disposed its members are, in
/// the order in which they were added, on the caller; whatever is added later is disposed at once. Members that are
/// disposed already are let go of now and then, so a bag that lives long does not grow with what has come and gone.
/// Safe from any thread, and from inside a member's own disposal.
public final class CompositeDisposable: MayBeEndless {
  /// A place in the bag.
  public struct Token: Hashable, Sendable {
    fileprivate let index: Int
    fileprivate let serial: UInt64
  }

  /// Members stay where they are put; places that were left are used again.
  private struct State {
    var places: [(serial: UInt64, member: Disposable)?] = []
    var free: [Int] = []
    var added: UInt64 = 0
    var isDisposed = false

    /// With so many members it is time to look for those that are over; `nil` while somebody does.
    var compactionThreshold: Int? = 64

    var count: Int { places.count - free.count }

    var members: [(token: Token, member: Disposable)] {
      places.indices.compactMap { index in
        places[index].map { (Token(index: index, serial: $0.serial), $0.member) }
      }
    }

    mutating func add(_ member: Disposable) -> Token? {
      guard !isDisposed else { return nil }
      added += 1
      if let index = free.popLast() {
        places[index] = (added, member)
        return Token(index: index, serial: added)
      }
      places.append((added, member))
      return Token(index: places.count - 1, serial: added)
    }

    mutating func remove(_ token: Token) -> Disposable? {
      guard token.index < places.count, let place = places[token.index], place.serial == token.serial else {
        return nil
      }
      places[token.index] = nil
      free.append(token.index)
      return place.member
    }
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

  /// Lets go of what has been disposed. Members are asked with no lock held: what they answer with may be a user's
  /// code.
  private func compact() {
    let over = state.withLock { $0.members }.filter(\.member.isDisposed)
    let released = state.withLock { state in
      let released = over.map { state.remove($0.token) }
      // Twice as many as are left: so for each member that is added, two are asked at most.
      state.compactionThreshold = max(64, 2 * state.count)
      return released
    }
    _ = released
  }

  /// Takes a member out without disposing it; `nil` if it is not there any more.
  @discardableResult
  public func remove(_ token: Token?) -> Disposable? {
    guard let token else { return nil }
    return state.withLock { $0.remove(token) }
  }

  /// Disposes every member. A second call returns at once, even while the first is still at it.
  public func dispose() {
    let places = state.withLock { state in
      defer { state = State(isDisposed: true) }
      return state.places
    }
    for (_, member) in places.compactMap({ $0 }).sorted(by: { $0.serial < $1.serial }) { member.dispose() }
  }

  /// Whether the bag has been disposed.
  public var isDisposed: Bool { state.withLock { $0.isDisposed } }

  package var isEndless: Bool { state.withLock { $0.members }.contains(where: \.member.isEndless) }

  /// How many members there are.
  public var count: Int { state.withLock(\.count) }
}
