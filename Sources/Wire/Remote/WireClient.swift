import Operators
import StreamCore

/// A client's connections to one service.
struct WireClient: Sendable {
  let transport: any WireTransport
  let coding: any WireCoding
  let limits: WireLimits

  /// Sends a hello and messages, and reads the received ones until there is silence.
  ///
  /// - Parameter read: Reads the message that its argument decodes; `nil` skips it.
  func messages<Message: Decodable & SendableMetatype, Output: Sendable>(
    sending encoded: [[UInt8]], on scheduler: any Scheduler,
    read: @escaping @Sendable (Message) throws(WireFailure) -> Output?
  ) -> Signal<Output, WireFailure> {
    guard let hello = try? coding.encode(FromClient(hello: .init(versions: WireVersion.spoken))) else {
      return .fail(.refused("the messages cannot be encoded"))
    }
    return transport.messages(sending: [hello] + encoded)
      .timeout(after: limits.silence, on: scheduler, failure: .unreachable("No message arrived in time."))
      .tryMap { [coding, limits] bytes throws(WireFailure) -> Output? in
        guard bytes.count <= limits.message, let message = try? coding.decode(Message.self, from: bytes) else {
          throw .unreadable
        }
        if let output = try read(message) { return output }
        // A hello has none of the other members.
        if let hello = (try? coding.decode(FromServer.self, from: bytes))?.hello,
          !WireVersion.spoken.contains(hello.version)
        {
          throw .unreadable
        }
        return nil
      }
      .compact()
  }

  func watch(_ watch: FromClient.Watch) -> [[UInt8]] {
    (try? coding.encode(FromClient(watch: watch))).map { [$0] } ?? []
  }
}
