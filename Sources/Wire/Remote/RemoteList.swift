public import Lists
public import Properties
import StreamCore
import Operators

/// A list of another program, to read and to observe.
///
/// ```swift
/// let cards = RemoteList<Card>("cards", over: server, coding: JSONWireCoding())
/// let open = cards.filter { !$0.isDone }
/// ```
///
///     there    [a, b]---+c---------−a-----       the connection is lost, and made again
///     list     +a +b----+c------------−a--
///
/// The elements are received once, and then edits: a new connection continues from the last version, and receives the
/// edits that were missed. If the other program no longer has that version, it sends all elements, which are matched by
/// their keys, so that derived lists receive the differences only. An edit takes time in proportion to the logarithm of
/// the count. A step that arrives in several messages is applied when it is complete. Connections, refusals and the
/// scheduler behave as those of a ``RemoteProperty``. A message that contradicts the list is ignored, and the next
/// connection begins with all elements. With a ``ReplicaStore`` the elements are known from the beginning, and the
/// first connection continues from their version.
public struct RemoteList<Element: Codable & Equatable & Sendable>: ListProtocol {
  /// The received elements; empty until then.
  public let list: DerivedList<Element>

  /// The state of the connection.
  public let connection: Property<ConnectionState<WireFailure, AnyInstant>>

  /// The elements while the connection is live, and otherwise a pending or failed answer with the last elements.
  public let loading: Property<Loading<ListElements<Element>, Disconnection<WireFailure>>>

  /// The last failure of the store; `nil` after a write.
  public let storeFailure: Property<StoreFailure?>

  /// Follows the list that a ``WireService`` offers by a name. The closure returns the key of an element.
  ///
  /// - Parameter store: Keeps the last elements for the next run. It is read now, and written on the scheduler, as a
  ///   whole. If it cannot be read, the list is empty until a connection has sent its elements.
  public init<Key: Hashable & Sendable>(
    _ name: String, over transport: some WireTransport, coding: some WireCoding,
    by key: @escaping @Sendable (Element) -> Key, limits: WireLimits = WireLimits(),
    store: (any ReplicaStore<[Element], WirePosition>)? = nil,
    retrying policy: RetryPolicy<Disconnection<WireFailure>> = .reconnecting,
    on scheduler: any Scheduler = QueueScheduler(name: "rill.remote")
  ) {
    typealias Message = FeedMessage<ListEditor<Element>, ListEditor<Element>, WirePosition>
    typealias Event = FeedEvent<
      ListEditor<Element>, ListEditor<Element>, WirePosition, WireFailure, AnyInstant
    >
    let wire = WireClient(transport: transport, coding: coding, limits: limits)
    let keeping = ReplicaKeeping(store, every: limits.saving, on: scheduler)
    let start = keeping.start.map { stored in
      var list = ListEditor<Element>()
      list.replace(with: stored.state, by: key)
      return StoredReplica(list, at: stored.position)
    }
    let known = Lock(KnownList(elements: start?.state ?? ListEditor(), position: start?.position))
    let news = resuming(after: start?.position, retrying: policy, on: scheduler) {
      position -> Signal<Message, WireFailure> in
      let (elements, after) = known.withLock { $0.connect(at: position) }
      let arrival = Box(ListArrival(elements, at: after, limit: limits.elements, by: key))
      return wire.messages(sending: wire.watch(.init(list: name, after: after)), on: scheduler) {
        (message: FromList<Element>) throws(WireFailure) -> Message? in
        do throws(WireFailure) {
          let message = try arrival.value.take(message)
          if case .snapshot = message { known.withLock { $0.isDistrusted = false } }
          return message
        } catch {
          if error == .unreadable { known.withLock { $0.isDistrusted = true } }
          throw error
        }
      }
    }
    let delivered = news.on(next: { (event: Event) in
      guard let (elements, position) = event.state else { return }
      // Released when the lock is free.
      var old = elements
      known.withLock { known in
        swap(&known.elements, &old)
        known.position = position
      }
    })
    let kept = keeping.saving(delivered) { Array($0) }
    let copy = Property(replicaOf: kept, startingWith: start) { $0 = $1 }
    list = DerivedList(copy.map { $0.state ?? ListEditor() })
    connection = copy.map(\.connection).distinctUntilChanged()
    loading = copy.map { copy in
      switch copy.loading {
      case .value(let state): .value(state.elements)
      case .pending(let previous): .pending(previous: previous?.elements)
      case .failed(let reason, let previous): .failed(reason, previous: previous?.elements)
      }
    }
    storeFailure = keeping.failure.property
  }
}

extension RemoteList where Element: Identifiable, Element.ID: Sendable {
  /// Follows the list of elements that identify themselves. See ``init(_:over:coding:by:limits:store:retrying:on:)``.
  public init(
    _ name: String, over transport: some WireTransport, coding: some WireCoding, limits: WireLimits = WireLimits(),
    store: (any ReplicaStore<[Element], WirePosition>)? = nil,
    retrying policy: RetryPolicy<Disconnection<WireFailure>> = .reconnecting,
    on scheduler: any Scheduler = QueueScheduler(name: "rill.remote")
  ) {
    self.init(
      name, over: transport, coding: coding, by: { $0.id }, limits: limits, store: store, retrying: policy,
      on: scheduler)
  }
}

/// The elements that were delivered last, and their position: the start of the next connection.
private struct KnownList<Element: Sendable>: Sendable {
  var elements: ListEditor<Element>
  var position: WirePosition?

  /// Whether a message has contradicted the list, and all elements have not arrived since.
  ///
  /// Until they arrive, each connection requests all elements. They are the first message of such a connection, and
  /// delivered before the next one begins.
  var isDistrusted = false

  /// Returns the elements, and the position after which a connection begins; `nil` to request all elements.
  ///
  /// All are requested if the elements are distrusted, or are not those at the position `last` of the feed.
  func connect(at last: WirePosition?) -> (ListEditor<Element>, WirePosition?) {
    (elements, isDistrusted || position != last ? nil : last)
  }
}

/// Turns the messages of one connection about a list into messages of a feed, without streams.
///
/// It collects the parts of a step, and applies the step to the list when it is complete.
struct ListArrival<Element: Codable & Equatable & Sendable, Key: Hashable & Sendable>: Sendable {
  typealias Message = FeedMessage<ListEditor<Element>, ListEditor<Element>, WirePosition>

  private let key: @Sendable (Element) -> Key
  private let limit: Int
  private var list: ListEditor<Element>
  private var position: WirePosition?

  /// Whether a step has arrived on this connection.
  ///
  /// Until then, a message with all elements is applied at any position. An older server may have replaced the last
  /// one.
  private var hasBegun = false

  // The step that is arriving: its position, the number of the next part, and the contents of the parts so far.
  private var target: WirePosition?
  private var part = 0
  private var elements: [Element] = []
  private var edits: [WireEdit<Element>] = []

  init(
    _ list: ListEditor<Element>, at position: WirePosition?, limit: Int, by key: @escaping @Sendable (Element) -> Key
  ) {
    (self.list, self.position, self.limit, self.key) = (list, position, limit, key)
  }

  /// Returns the elements after a message; `nil` if further parts follow or the message is known.
  ///
  /// Throws `unreadable` if the message contradicts the list, and `unreachable` if an earlier one is missing.
  mutating func take(_ message: FromList<Element>) throws(WireFailure) -> Message? {
    if let current = message.current {
      guard current.run == position?.run else { throw .unreachable("The elements are missing.") }
      return .current(at: current)
    }
    guard let list = message.list else { return nil }
    let isOfThisRun = list.at.run == position?.run
    if isOfThisRun, let position, list.at <= position, hasBegun || list.after != nil { return nil }
    if list.part == nil { (target, part, elements, edits) = (list.at, 0, [], []) }
    if list.at == target, let number = list.part, number < part { return nil }
    guard list.at == target, list.part ?? 0 == part else { throw .unreachable("A part is missing.") }
    part += 1
    elements += list.elements ?? []
    edits += list.edits ?? []
    guard elements.count <= limit, edits.count <= limit else { throw .unreadable }
    if list.more == true { return nil }
    defer { (target, part, elements, edits) = (nil, 0, [], []) }
    return try apply(list)
  }

  private mutating func apply(_ last: FromList<Element>.Part) throws(WireFailure) -> Message {
    hasBegun = true
    guard let after = last.after else {
      list.replace(with: elements, by: key)
      position = last.at
      return .snapshot(list, at: last.at)
    }
    guard after == position else { throw .unreachable("A step is missing.") }
    var new = list
    for edit in edits where !edit.apply(to: &new) { throw .unreadable }
    guard new.count <= limit else { throw .unreadable }
    (list, position) = (new, last.at)
    return .change(new, at: last.at, after: after)
  }
}
