import Operators
import StreamCore
import Subjects

/// The calls of a command: each key is executed once.
///
/// An answer is an encoded message, or `nil` if the work has ended without a value.
final class Calls<Input: Codable & Sendable, Output: Codable & Sendable, Failure: Error & Codable>: Sendable {
  private typealias Done = FromCommand<Output, Failure>.Done
  private typealias Reply = ReplaySubject<[UInt8]?, Never>

  private enum Call: Sendable {
    /// The work runs, and sends its answer to every caller of the key.
    case open(Reply)
    /// The work has ended, and the answer is remembered.
    case done([UInt8])
  }

  private struct State: Sendable {
    var calls: [String: Call] = [:]

    /// The keys that have answers, the oldest first.
    var answered: [String] = []
  }

  private let work: @Sendable (Input, String) -> Signal<Output, Failure>
  private let coding: any WireCoding
  private let remembered: Int
  private let state = Lock(State())

  init(
    remembered: Int, _ coding: any WireCoding, _ work: @escaping @Sendable (Input, String) -> Signal<Output, Failure>
  ) {
    (self.remembered, self.coding, self.work) = (remembered, coding, work)
  }

  /// Returns the answer to a call, which begins when it is subscribed to, unless its key is known.
  func answer(_ input: Input, _ key: String) -> Signal<[UInt8]?, Never> {
    .deferred { [self] in
      let new = Reply(count: 1)
      let known = state.withLock { state in
        let known = state.calls[key]
        if known == nil { state.calls[key] = .open(new) }
        return known
      }
      switch known {
      case .done(let answer): return .just(answer)
      case .open(let reply): return reply.signal
      case nil:
        work(input, key).first().subscribe { [self] in
          end(key, Done(key: key, value: $0), new)
        } failed: { [self] in
          end(key, Done(key: key, failure: $0), new)
        } completed: { [self] in
          end(key, nil, new)
        }
        return new.signal
      }
    }
  }

  private func end(_ key: String, _ done: Done?, _ reply: Reply) {
    let message = done.flatMap { try? coding.encode(FromCommand<Output, Failure>(done: $0)) }
    let isFirst = state.withLock { state in
      guard case .open = state.calls[key] else { return false }
      // Work without an answer may be called again.
      state.calls[key] = message.map { .done($0) }
      if message != nil { state.answered.append(key) }
      // Half of them at a time, so that forgetting costs little.
      if state.answered.count > remembered {
        let count = (remembered + 1) / 2
        for old in state.answered.prefix(count) { state.calls[old] = nil }
        state.answered.removeFirst(count)
      }
      return true
    }
    guard isFirst else { return }
    reply.send(message)
    reply.complete()
  }
}
