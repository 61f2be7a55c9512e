import Operators
import Properties
import StreamCore

/// Where a replica keeps its last state, so that a program that starts without a connection can show it.
///
/// ```swift
/// let file = FileReplicaStore<[Card], WirePosition>(at: folder.appending(path: "cards.copy"))
/// let cards = RemoteList<Card>("cards", over: server, coding: JSONWireCoding(), store: file)
/// ```
///
///     there     a--bcd-------e---
///     list      -a--bcd-------e--
///     store     -a-----d------e--    at most one write in a `WireLimits.saving`, of the newest state
///
/// The position is stored with the state, so a later run continues from there. A change that was not written when the
/// program ended is received again. Calls of one replica do not overlap.
public protocol ReplicaStore<State, Position>: Sendable {
  associatedtype State: Sendable
  associatedtype Position: Sendable

  /// Returns the stored state, or `nil` if there is none. Called once, before any other call.
  func stored() throws(StoreFailure) -> StoredReplica<State, Position>?

  /// Replaces the stored state. If that fails, the earlier one stays.
  func save(_ replica: StoredReplica<State, Position>) throws(StoreFailure)
}

/// The state of a replica, and its position in the history of the source.
public struct StoredReplica<State: Sendable, Position: Sendable>: Sendable {
  /// The state.
  public let state: State
  /// The position of the state, after which a connection continues.
  public let position: Position

  /// Creates a state to store.
  public init(_ state: State, at position: Position) { (self.state, self.position) = (state, position) }
}

extension StoredReplica: Equatable where State: Equatable, Position: Equatable {}

/// The use of a store by a remote replica.
struct ReplicaKeeping<Stored: Sendable>: Sendable {
  typealias Store = any ReplicaStore<Stored, WirePosition>

  /// The state of an earlier run.
  let start: StoredReplica<Stored, WirePosition>?

  /// The last failure of the store.
  let failure: MutableProperty<StoreFailure?>

  private let store: Store?
  private let period: Duration
  private let scheduler: any Scheduler

  /// Reads the store.
  init(_ store: Store?, every period: Duration, on scheduler: any Scheduler) {
    (self.store, self.period, self.scheduler) = (store, period, scheduler)
    do throws(StoreFailure) {
      start = try store?.stored()
      failure = MutableProperty(nil)
    } catch {
      start = nil
      failure = MutableProperty(error)
    }
  }

  /// Writes the newest state of some events to the store, at most once in a period.
  func saving<State, Instant>(
    _ events: Signal<FeedEvent<State, State, WirePosition, WireFailure, Instant>, Disconnection<WireFailure>>,
    as stored: @escaping @Sendable (State) -> Stored
  ) -> Signal<FeedEvent<State, State, WirePosition, WireFailure, Instant>, Disconnection<WireFailure>> {
    guard let store else { return events }
    return events.publish { [period, scheduler, failure] events in
      let saves = events.filter { $0.state != nil }.throttle(for: period, edge: .both, on: scheduler)
        .on(next: { event in
          guard let (state, position) = event.state else { return }
          do throws(StoreFailure) {
            try store.save(StoredReplica(stored(state), at: position))
            if untracked({ failure.value }) != nil { failure.value = nil }
          } catch {
            failure.value = error
          }
        })
      return events.merge(saves.ignoreValues())
    }
  }
}

extension FeedEvent where Change == State {
  /// The state after the event and its position; `nil` if the event is about the connection.
  var state: (State, Position)? {
    switch self {
    case .snapshot(let state, let position), .reset(let state, let position), .change(let state, let position):
      (state, position)
    case .connection: nil
    }
  }
}
