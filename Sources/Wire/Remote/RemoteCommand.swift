public import Operators
public import StreamCore

/// The reason why a command of another program has no output.
public enum RemoteFailure<Failure: Error>: Error {
  /// It was executed there, and failed.
  case failed(Failure)

  /// There is no answer. Whether it was executed is unknown.
  case lost(OutboxFailure<WireFailure>)
}

extension RemoteFailure: Equatable where Failure: Equatable {}

extension RemoteFailure: CustomStringConvertible {
  /// The reason and its remedy.
  public var description: String {
    switch self {
    case .failed(let failure): "The remote command was executed, and failed: \(sentence(failure))"
    case .lost(let failure): "The remote command has no answer. \(failure)"
    }
  }
}

/// A command of another program.
///
/// ```swift
/// let add = RemoteCommand<Card, Nothing, BoardError>("add", over: server, coding: JSONWireCoding())
/// add.execute(card).subscribe(next: { _ in print("added") }, failed: { print($0) })
/// ```
///
///     execute   1--2---------------
///     there     1-#    1   2            the connection is lost, and the call is repeated
///     output    --------a---b            a: of the first call, b: of the second
///
/// Calls are executed there in their order and once each, however often they are repeated. They wait in an ``Outbox``,
/// which has the calls without an answer, and the refused ones. With an outbox that has a store, calls survive the end
/// of the program; with lanes they do not wait for each other.
public struct RemoteCommand<Input: Codable & Sendable, Output: Codable & Sendable, Failure: Error & Codable>:
  Sendable
{
  /// The outbox of a remote command: its messages are inputs, and its answers are results.
  public typealias Calls = Outbox<Input, Result<Output, Failure>, WireFailure>

  /// The calls without an answer, and the refused ones.
  public let calls: Calls

  /// Makes a command of an outbox that sends with ``sender(_:over:coding:limits:on:)``.
  public init(_ calls: Calls) { self.calls = calls }

  /// Executes the command that a ``WireService`` offers by a name.
  ///
  /// Keeps up to 1,000 calls in memory.
  public init(
    _ name: String, over transport: some WireTransport, coding: some WireCoding, limits: WireLimits = WireLimits(),
    retrying policy: RetryPolicy<Disconnection<WireFailure>> = .reconnecting,
    on scheduler: any Scheduler = QueueScheduler(name: "rill.remote")
  ) {
    let send = Self.sender(name, over: transport, coding: coding, limits: limits, on: scheduler)
    self.init(Calls(batch: limits.executions, retrying: policy, on: scheduler, send: send))
  }

  /// Returns the function with which an outbox sends the calls of a command.
  ///
  /// An input that has no encoding, or a longer one than `limits.request`, is refused. The outbox should send at most
  /// `limits.executions` entries together.
  public static func sender(
    _ name: String, over transport: some WireTransport, coding: some WireCoding, limits: WireLimits = WireLimits(),
    on scheduler: any Scheduler = QueueScheduler(name: "rill.remote")
  ) -> @Sendable ([Calls.Entry]) -> Signal<Calls.Acknowledgement, WireFailure> {
    let wire = WireClient(transport: transport, coding: coding, limits: limits)
    return { entries in
      var encoded: [[UInt8]] = []
      for entry in entries {
        let message = ExecuteInput(execute: .init(command: name, key: entry.key, input: entry.message))
        guard let bytes = try? coding.encode(message), bytes.count <= limits.request else { break }
        encoded.append(bytes)
      }
      if encoded.isEmpty { return .fail(.refused("the input cannot be encoded in \(limits.request) bytes")) }
      return wire.messages(sending: encoded, on: scheduler) {
        (message: FromCommand<Output, Failure>) throws(WireFailure) -> Calls.Acknowledgement? in
        guard let done = message.done else { return nil }
        if let failure = done.failure { return .init(key: done.key, answer: .failure(failure)) }
        guard let value = done.value else { throw .unreadable }
        return .init(key: done.key, answer: .success(value))
      }
    }
  }

  /// Calls the command, and returns its result: one value, or the reason why there is none.
  ///
  /// The call is made with or without a subscriber.
  ///
  /// - Parameter key: Identifies the call. Pass a stored key to repeat a call whose outcome is unknown.
  @discardableResult
  public func execute(_ input: Input, key: String? = nil) -> Signal<Output, RemoteFailure<Failure>> {
    calls.post(input, key: key)
      .mapFailure { RemoteFailure<Failure>.lost($0) }
      .tryMap { (answer: Result<Output, Failure>) throws(RemoteFailure<Failure>) in
        switch answer {
        case .success(let value): return value
        case .failure(let failure): throw .failed(failure)
        }
      }
  }
}
