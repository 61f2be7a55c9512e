import Rill

/// A property of another program, to read and to watch.
public struct RemoteProperty<Value: Codable & Sendable>: Sendable {
  /// The last received value; `nil` until then.
  public let value: Property<Value?>

  /// Whether the value is up to date.
  public let connection: Property<ConnectionState<WireFailure, SuspendingClock.Instant>>

  /// The property that is called `name` in the program at an address. It is connected while one of the two properties
  /// is held or observed.
  ///
  /// A lost connection is made again within a second. If the program refuses, the connection has failed and is not made
  /// again.
  public init(_ name: String, at address: WireAddress) {
    let policy = RetryPolicy<Disconnection<WireFailure>>.exponential(from: .milliseconds(50)).capped(at: .seconds(1))
      .jittered(by: 0.5).when { if case .failed(let failure) = $0 { failure.isTemporary } else { true } }
    let news = resuming(retrying: policy, silence: .seconds(30)) { position in
      Self.messages(name, address, after: position)
    }
    let copy = Property(replicaOf: news) { value, new in value = new }
    value = copy.map(\.state)
    connection = copy.map(\.connection)
  }

  private static func messages(
    _ name: String, _ address: WireAddress, after position: WirePosition?
  ) -> Signal<FeedMessage<Value, Value, WirePosition>, WireFailure> {
    let hello = FromClient(hello: .init(versions: WireVersion.spoken))
    let watch = FromClient(watch: .init(property: name, after: position))
    return address.messages(sending: [json(hello), json(watch)])
      .tryMap { (text: String) throws(WireFailure) -> FeedMessage<Value, Value, WirePosition>? in
        guard let message = read(text, as: FromProperty<Value>.self) else { throw .unreadable }
        if let said = message.value {
          return said.after.map { .change(said.value, at: said.at, after: $0) } ?? .snapshot(said.value, at: said.at)
        }
        if let position = message.current { return .current(at: position) }
        if let hello = message.hello, !WireVersion.spoken.contains(hello.version) { throw .unreadable }
        return nil
      }
      .compact()
  }
}
