import Rill
import WebServer

/// The properties and commands that a program offers to others.
@MainActor
public final class WireService {
  /// How many executions one socket may wait for, and how many answers are remembered for each that may be.
  public nonisolated static let limit = 100

  /// The number of remembered answers of a command.
  ///
  /// A call that is repeated after more than that many others is executed again, unless the command itself stores keys.
  static let remembered = 10_000

  private var properties: [String: any Offer] = [:]
  private var commands: [String: Perform] = [:]

  /// Executes the call in a message under its key, and sends the result. Returns whether the message can be read.
  private typealias Perform = (_ text: String, _ key: String, Guest) -> Bool

  public init() {}

  /// Lets others watch a property.
  public func offer<Value: Codable & Sendable>(_ name: String, _ property: Property<Value>) {
    properties[name] = Offered(property)
  }

  /// Lets others execute something.
  ///
  /// - Parameter work: Receives the key, too. It runs once for each of the last ten thousand keys. Work that has to
  /// know older keys, or to know them after a restart, stores them.
  public func offer<Input: Codable & Sendable, Output: Codable & Sendable, Failure: Error & Codable>(
    _ name: String, work: @escaping @Sendable (Input, _ key: String) async throws(Failure) -> Output
  ) {
    let calls = Calls<Input, Output, Failure>(remembered: Self.remembered, work: work)
    commands[name] = { text, key, guest in
      guard let input = read(text, as: ExecuteInput<Input>.self)?.execute.input else { return false }
      calls.execute(input, key, for: guest)
      return true
    }
  }

  /// Serves a socket.
  public func open(_ socket: Socket) {
    let guest = Guest(socket)
    socket.messages.subscribe(
      next: { text in
        if let reason = self.hear(text, guest) { socket.refuse(reason) } else { socket.next() }
      }, completed: { guest.watching.dispose() })
    socket.next()
  }

  /// Handles a message, or returns the reason for refusing it.
  private func hear(_ text: String, _ guest: Guest) -> String? {
    guard let message = read(text, as: FromClient.self) else { return "this is not a message" }
    if let hello = message.hello {
      guard let version = hello.versions.filter(WireVersion.spoken.contains).max() else {
        return "versions \(WireVersion.spoken) are spoken here"
      }
      guest.isKnown = true
      guest.say("{\"hello\":{\"version\":\(version)}}")
      return nil
    }
    guard guest.isKnown else { return "a hello comes first" }
    if let watch = message.watch {
      guard let offer = properties[watch.property] else { return "there is no property \(watch.property.prefix(64))" }
      guest.watching.inner = offer.watch(after: watch.after, guest)
      return nil
    }
    guard let execute = message.execute else { return "this is not a message" }
    guard let command = commands[execute.command] else { return "there is no command \(execute.command.prefix(64))" }
    guard (1...200).contains(execute.key.utf8.count) else { return "a key has 1 to 200 bytes" }
    guard guest.open < Self.limit else { return "\(Self.limit) executions are waited for already" }
    return command(text, execute.key, guest) ? nil : "\(execute.command.prefix(64)) takes something else"
  }
}

/// One socket.
@MainActor
final class Guest {
  let watching = SerialDisposable()
  var isKnown = false

  /// How many executions it waits for, and the last of them: the next begins after that.
  var open = 0
  var last: Task<Void, Never>?
  private let socket: Socket

  init(_ socket: Socket) { self.socket = socket }

  func say(_ message: String, sent: @escaping @Sendable () -> Void = {}) { socket.send(message, sent: sent) }
}
