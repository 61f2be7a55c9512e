import Operators
public import Properties
public import StreamCore

/// A copy of remote state, and the state of its connection.
///
/// It is the value of ``Property/init(replicaOf:startingWith:applying:fileID:line:)``.
public struct Replica<
  State: Sendable, Position: Comparable & Sendable, Failure: Error, Instant: InstantProtocol & Sendable
>: Sendable {
  /// The known state; `nil` until the first snapshot. While the connection is not live, it may be out of date.
  public var state: State?

  /// The position of the state, from which the next connection continues. Store it with the state, and pass both as
  /// a ``StoredReplica`` when the program starts again.
  public internal(set) var position: Position?

  /// The state of the connection.
  public internal(set) var connection = ConnectionState<Failure, Instant>.connecting

  /// The number of times that the copy had to start over.
  public internal(set) var resets = 0
}

extension Replica {
  /// The state while the connection is live, and otherwise a pending or failed answer with the last state.
  public var loading: Loading<State, Disconnection<Failure>> {
    switch connection {
    case .failed(let reason): .failed(reason, previous: state)
    case .live: state.map { .value($0) } ?? .pending(previous: nil)
    case .connecting, .waiting: .pending(previous: state)
    }
  }
}

extension Replica: Equatable where State: Equatable, Failure: Equatable {}

extension Property {
  /// Creates a property that is a copy of remote state, kept up to date by its changes.
  ///
  /// ```swift
  /// let letters = Property(replicaOf: news) { letters, letter in letters.append(letter) }
  /// let list = letters.map { $0.state ?? [] }
  /// let isUpToDate = letters.map(\.connection.isLive)
  /// ```
  ///
  ///     news      (csl)--1--(w-)--c-(2l)    s: a snapshot; 1, 2: changes
  ///     letters   (csl)--1--(w-)--c-(2l)    the same, applied
  ///
  /// `news` is the stream of ``resuming(after:retrying:silence:limit:on:connect:)-(_,_,_,_,S,_)``. It is
  /// subscribed to now, once, until neither this property nor a derived one is retained or observed. A failure is
  /// the last state of its connection; then the property keeps its state, and its stream completes. `change`
  /// runs where `news` is delivered, on a copy, so the state should be cheap to copy. Keeps the state.
  ///
  /// - Parameter stored: The state of an earlier run, which is known until `news` has a newer one. Pass its position
  ///   to `resuming(after:…)`.
  public init<State, Change, Position, Failure, Instant>(
    replicaOf news: some StreamProtocol<
      FeedEvent<State, Change, Position, Failure, Instant>, Disconnection<Failure>
    >,
    startingWith stored: StoredReplica<State, Position>? = nil,
    applying change: @escaping @Sendable (inout State, Change) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value == Replica<State, Position, Failure, Instant> {
    let start = Value(state: stored?.state, position: stored?.position)
    let copies = news.ignoreFailure().scan(into: start) { copy, event in
      switch event {
      case .snapshot(let state, let position): (copy.state, copy.position) = (state, position)
      case .reset(let state, let position):
        (copy.state, copy.position) = (state, position)
        copy.resets += 1
      case .change(let new, let position):
        if var state = copy.state.take() {
          change(&state, new)
          copy.state = state
        }
        copy.position = position
      case .connection(let state): copy.connection = state
      }
    }
    self.init(initial: start, then: copies, fileID: fileID, line: line)
  }
}
