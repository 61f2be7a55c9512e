public import Properties
import StreamCore
import Operators

/// A property of another program, to read and to observe.
///
/// ```swift
/// let count = RemoteProperty<Int>("count", over: server, coding: JSONWireCoding())
/// label.text <~ count.loading.map { $0.latest.map(String.init) ?? "…" }
/// ```
///
///     there    1-2-----3--------        the connection is lost, and made again
///     value    n1--2-------3----        n: nil
///
/// It has one connection, which begins with the first of the properties that is retained or observed, and ends with the
/// last one. A lost connection is replaced as the policy specifies; the value stays known meanwhile. If the other
/// program refuses, the connection has failed and is not made again. Changes are delivered on the scheduler. With a
/// ``ReplicaStore`` the value is known from the beginning, and the first connection continues from its position.
public struct RemoteProperty<Value: Codable & Sendable>: Sendable {
  /// The last received value; `nil` until then.
  public let value: Property<Value?>

  /// The state of the connection.
  public let connection: Property<ConnectionState<WireFailure, AnyInstant>>

  /// The value while the connection is live, and otherwise a pending or failed answer with the last value.
  public let loading: Property<Loading<Value, Disconnection<WireFailure>>>

  /// The last failure of the store; `nil` after a write.
  public let storeFailure: Property<StoreFailure?>

  /// Follows the property that a ``WireService`` offers by a name.
  ///
  /// - Parameter store: Keeps the last value for the next run. It is read now, and written on the scheduler. If it
  ///   cannot be read, there is no value until a connection has sent one.
  public init(
    _ name: String, over transport: some WireTransport, coding: some WireCoding, limits: WireLimits = WireLimits(),
    store: (any ReplicaStore<Value, WirePosition>)? = nil,
    retrying policy: RetryPolicy<Disconnection<WireFailure>> = .reconnecting,
    on scheduler: any Scheduler = QueueScheduler(name: "rill.remote")
  ) {
    let wire = WireClient(transport: transport, coding: coding, limits: limits)
    typealias Message = FeedMessage<Value, Value, WirePosition>
    let keeping = ReplicaKeeping(store, every: limits.saving, on: scheduler)
    let news = resuming(after: keeping.start?.position, retrying: policy, on: scheduler) {
      position -> Signal<Message, WireFailure> in
      // The run of the server. Guarded by: the events of the connection.
      let run = Box(position?.run)
      return wire.messages(sending: wire.watch(.init(property: name, after: position)), on: scheduler) {
        (message: FromProperty<Value>) throws(WireFailure) -> Message? in
        guard let at = message.value?.at ?? message.current else { return nil }
        if message.value != nil, message.value?.after == nil { run.value = at.run }
        // Positions of two runs have no order.
        guard run.value == at.run else { throw .unreachable("The first value is missing.") }
        guard let new = message.value else { return .current(at: at) }
        return new.after.map { .change(new.value, at: at, after: $0) } ?? .snapshot(new.value, at: at)
      }
    }
    let copy = Property(replicaOf: keeping.saving(news) { $0 }, startingWith: keeping.start) { $0 = $1 }
    // A change of the connection is no change of the value.
    value = copy.distinctUntilChanged(by: { $0.position == $1.position }).map(\.state)
    connection = copy.map(\.connection).distinctUntilChanged()
    loading = copy.map(\.loading)
    storeFailure = keeping.failure.property
  }
}
