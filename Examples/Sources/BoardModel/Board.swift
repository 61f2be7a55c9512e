import Rill

/// The board of a client: the server's board under the own changes that the server has not answered.
///
/// A change is shown immediately, stored in an outbox, and sent when there is a connection. When the server has sent
/// other changes, the own ones are applied to them again. A change that the server refuses is taken back and listed.
@MainActor
public final class Board {
  public typealias Changes = RemoteCommand<BoardChange, BoardVersion, BoardError>

  /// The board with the own changes.
  public let state: Property<BoardState>

  /// The newest board of the servers, without the own changes that it does not have.
  ///
  /// A client that moves to a server that is behind keeps the newer board.
  public let confirmed: Property<BoardState>

  /// Whether there is a connection, and the board of the server at its other end is shown.
  public let isLive: Property<Bool>

  /// Why no server can be used, for example because the address is that of another program.
  public let problem: Property<String?>

  /// The number of own changes that the server has not answered.
  public let waiting: Property<Int>

  /// The cards with such changes.
  public let waitingCards: Property<Set<String>>

  /// The reason why the server's board is not kept for the next start; `nil` if it is.
  public let copyFailure: Property<StoreFailure?>

  /// The changes that the server has refused, the newest last.
  public let refused: Property<[Refused]>

  public struct Refused: Equatable, Sendable {
    public let change: BoardChange
    public let reason: String
  }

  private let shown: OptimisticProperty<BoardState>
  private let changes: Changes
  private let refusals = MutableProperty<[Refused]>([])

  /// - Parameters:
  ///   - store: Keeps the changes that are not sent when the program ends.
  ///   - copy: Keeps the server's board, which the next run shows until there is a connection.
  public init(
    over server: some WireTransport, store: some OutboxStore<BoardChange>,
    copy: some ReplicaStore<[BoardRow], WirePosition>,
    retrying policy: RetryPolicy<Disconnection<WireFailure>> = .reconnecting, limits: WireLimits = WireLimits(),
    on scheduler: any Scheduler = .main
  ) throws(StoreFailure) {
    let coding = JSONWireCoding()
    let rows = RemoteList<BoardRow>(
      "board", over: server, coding: coding, limits: limits, store: copy, retrying: policy, on: scheduler)
    let send = Changes.sender("change", over: server, coding: coding, limits: limits, on: scheduler)
    let calls = try Changes.Calls(
      store: store, batch: limits.executions, lane: { $0.card }, retrying: policy, silence: limits.silence,
      on: scheduler, send: send)
    changes = Changes(calls)
    let served = rows.property.map { BoardState($0) }
    let confirmed = Property(
      initial: BoardState(),
      then: served.scan(BoardState()) { last, next in next.version.includes(last.version) ? next : last })
    self.confirmed = confirmed
    shown = confirmed.optimistic()
    state = shown.property
    isLive = Property(rows.connection, served, confirmed) { connection, served, confirmed in
      connection.isLive && served.version == confirmed.version
    }.distinctUntilChanged()
    copyFailure = rows.storeFailure
    problem = rows.connection.map {
      if case .failed(.failed(.refused(let reason))) = $0 { reason } else { nil }
    }.distinctUntilChanged()
    waiting = calls.entries.map(\.count)
    waitingCards = calls.entries.map { Set($0.map(\.message.card)) }.distinctUntilChanged()
    refused = refusals.property
    // The changes of an earlier run are shown, too.
    for entry in calls.entries.value { follow(entry.message, key: entry.key) }
  }

  /// Makes a change: it is shown and stored when this returns.
  public func make(_ change: BoardChange) { follow(change, key: nil) }

  private func follow(_ change: BoardChange, key: String?) {
    let layer = shown.layer { state in try? state.apply(change) }
    changes.execute(change, key: key).subscribe(
      next: { version in layer.confirm(once: { $0.version.includes(version) }) },
      failed: { [refusals] failure in
        // The layer and the line under the board change together.
        batch {
          layer.rollBack()
          refusals.modify { $0.append(Refused(change: change, reason: failure.text)) }
        }
      })
  }
}

extension RemoteFailure<BoardError> {
  fileprivate var text: String {
    switch self {
    case .failed(let error): "\(error)"
    case .lost(.full): "too many changes are queued; wait for a connection"
    case .lost(.gaveUp(let reason)): "the server refused it: \(reason)"
    case .lost(.discarded): "it was discarded"
    case .lost(.notStored(let failure)): "\(failure)"
    }
  }
}
