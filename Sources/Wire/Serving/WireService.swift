public import Lists
public import Properties
public import StreamCore
import Operators
import Subjects

/// The properties, lists and commands that a program offers to others by name.
///
/// ```swift
/// let service = WireService(coding: JSONWireCoding())
/// service.offer("count", count)
/// service.offer("cards", list: cards)
/// service.offer("add") { (card: Card, key) async throws(BoardError) in try await store.add(card, key: key) }
/// server.connections.subscribe { service.serve($0) }
/// ```
///
/// The other program uses them as a ``RemoteProperty``, a ``RemoteList`` and a ``RemoteCommand``. The service retains
/// its offers. Messages are read, and changes are sent, on the scheduler. A connection has one message in flight,
/// and the next one describes the way from there to the newest state: a slow client costs no memory. It may be used
/// from any thread. A message that cannot be read closes its connection with a reason.
public final class WireService: Sendable {
  /// Executes the call in a message under its key. Returns whether the message has an input of the right type.
  private typealias Perform = @Sendable (_ message: [UInt8], _ key: String, Guest) -> Bool

  private struct Offers: Sendable {
    var properties: [String: any Served] = [:]
    var lists: [String: any Served] = [:]
    var commands: [String: Perform] = [:]
  }

  private let offers = Lock(Offers())
  private let coding: any WireCoding
  private let limits: WireLimits
  private let scheduler: any Scheduler

  /// Creates a service without offers. `scheduler` should deliver in order.
  ///
  /// The immediate scheduler traps when a client observes or executes, because it cannot repeat heartbeats.
  public init(
    coding: some WireCoding, limits: WireLimits = WireLimits(),
    on scheduler: any Scheduler = QueueScheduler(name: "rill.wire")
  ) {
    (self.coding, self.limits, self.scheduler) = (coding, limits, scheduler)
  }

  /// Offers a property. A client receives its value and then the newest one after each change.
  ///
  /// A second property of the name replaces the first for later connections. Values must not be optional.
  public func offer<Value: Codable & Sendable>(_ name: String, _ property: some PropertyProtocol<Value>) {
    let served = ServedProperty(property.property)
    offers.withLock { $0.properties[name] = served }
  }

  /// Offers a list. A client receives all elements once, and then edits.
  ///
  /// A client that returns receives the edits from its last version, if that is one of the `limits.versions` newest.
  /// Otherwise it receives all elements. Versions share their elements, so that each costs the memory of its edits.
  /// Elements must not be optional.
  public func offer<Element: Codable & Sendable>(_ name: String, list: some ListProtocol<Element>) {
    let served = ServedList(list.list, versions: limits.versions)
    offers.withLock { $0.lists[name] = served }
  }

  /// Offers a command whose work is a function.
  ///
  /// The calls of one connection are executed in their order, and each key once: a known key receives the stored
  /// answer. A call that is running when its connection is lost runs to its end. Outputs must not be optional.
  ///
  /// - Parameter work: Receives the input and the key of the call. The newest half of `limits.answers` keys is always
  ///   recognised. A command that must recognise older keys, or keys of an earlier run of the program, stores them.
  public func offer<Input: Codable & Sendable, Output: Codable & Sendable, Failure: Error & Codable>(
    _ name: String, work: @escaping @Sendable (Input, _ key: String) async throws(Failure) -> Output
  ) {
    offer(name) { (input: Input, key: String) -> Signal<Output, Failure> in
      Signal { () async throws(Failure) in try await work(input, key) }
    }
  }

  /// Offers a command whose work is a stream. Its first value is the output; a stream without one closes the
  /// connection.
  ///
  /// See ``offer(_:work:)``.
  public func offer<Input: Codable & Sendable, Output: Codable & Sendable, Failure: Error & Codable>(
    _ name: String, from work: @escaping @Sendable (Input, _ key: String) -> Signal<Output, Failure>
  ) {
    let calls = Calls<Input, Output, Failure>(remembered: limits.answers, coding, work)
    let perform: Perform = { [coding] message, key, guest in
      guard let input = (try? coding.decode(ExecuteInput<Input>.self, from: message))?.execute.input else {
        return false
      }
      guest.enqueue(calls.answer(input, key))
      return true
    }
    offers.withLock { $0.commands[name] = perform }
  }

  /// Serves a connection until it is closed.
  public func serve(_ connection: some WireConnection) {
    let guest = Guest(connection, coding, limits, scheduler)
    connection.received.deliver(on: scheduler).subscribe(
      next: { [self] message in
        if let reason = take(message, guest) { connection.refuse(reason) } else { connection.receive() }
      },
      completed: { guest.leave() })
    connection.receive()
  }

  /// Handles a message, or returns the reason for refusing it.
  private func take(_ bytes: [UInt8], _ guest: Guest) -> String? {
    guard bytes.count <= limits.request else { return "a message may have at most \(limits.request) bytes" }
    guard let message = try? coding.decode(FromClient.self, from: bytes) else { return "the message cannot be read" }
    if let hello = message.hello { return guest.greet(hello) }
    guard guest.isKnown else { return "the first message must be a hello" }
    if let watch = message.watch {
      let (kind, name) = watch.list.map { ("list", $0) } ?? ("property", watch.property ?? "")
      let served = offers.withLock { watch.list == nil ? $0.properties[name] : $0.lists[name] }
      guard let served else { return "there is no \(kind) \(name.prefix(64))" }
      guest.watch(served, after: watch.after)
      return nil
    }
    guard let execute = message.execute else { return "the message cannot be read" }
    let name = execute.command
    guard let perform = offers.withLock({ $0.commands[name] }) else { return "there is no command \(name.prefix(64))" }
    guard (1...limits.key).contains(execute.key.utf8.count) else { return "a key must have 1 to \(limits.key) bytes" }
    guard guest.open < limits.executions else { return "the limit of \(limits.executions) open executions is reached" }
    return perform(bytes, execute.key, guest) ? nil : "\(name.prefix(64)) cannot decode the input"
  }
}
