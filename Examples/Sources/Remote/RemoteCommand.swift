import Rill

/// Why a command of another program did not come up with a value.
public enum RemoteFailure<Failure: Error>: Error {
  /// It was executed there, and failed.
  case failed(Failure)

  /// There is no answer. Whether it was executed is unknown.
  case lost(OutboxFailure<WireFailure>)
}

extension RemoteFailure: Equatable where Failure: Equatable {}

/// A command of another program.
///
/// It is executed there, in the order of the calls, and once for each key, however often a call is repeated.
public final class RemoteCommand<Input: Codable & Sendable, Output: Codable & Sendable, Failure: Error & Codable>:
  Sendable
{
  private typealias Calls = Outbox<Input, Result<Output, Failure>, WireFailure>

  private let calls: Calls

  /// How many calls have no answer yet.
  public var waiting: Property<Int> { calls.entries.map(\.count) }

  /// The command that is called `name` in the program at an address.
  public init(_ name: String, at address: WireAddress) {
    let policy = RetryPolicy<Disconnection<WireFailure>>.exponential(from: .milliseconds(50)).capped(at: .seconds(1))
      .jittered(by: 0.5).when { if case .failed(let failure) = $0 { failure.isTemporary } else { true } }
    calls = Outbox(batch: WireService.limit, retrying: policy, silence: .seconds(30)) { entries in
      let hello = json(FromClient(hello: .init(versions: WireVersion.spoken)))
      let all = entries.map { entry in
        json(ExecuteInput(execute: .init(command: name, key: entry.key, input: entry.message)))
      }
      return address.messages(sending: [hello] + all)
        .tryMap { (text: String) throws(WireFailure) -> Calls.Acknowledgement? in
          guard let message = read(text, as: FromCommand<Output, Failure>.self) else { throw .unreadable }
          guard let done = message.done else { return nil }
          if let failure = done.failure { return .init(key: done.key, answer: .failure(failure)) }
          guard let value = done.value else { throw .unreadable }
          return .init(key: done.key, answer: .success(value))
        }
        .compact()
    }
  }

  /// The result of the call: one value, or the reason why there is none. The call is made with or without a subscriber.
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
