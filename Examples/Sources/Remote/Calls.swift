import Rill

/// The calls of a command: each key is executed once.
@MainActor
final class Calls<Input: Codable & Sendable, Output: Codable & Sendable, Failure: Error & Codable> {
  private typealias Done = FromCommand<Output, Failure>.Done

  private enum Call {
    case open([Guest])
    case done(String)
  }

  private let work: @Sendable (Input, String) async throws(Failure) -> Output
  private let remembered: Int
  private var calls: [String: Call] = [:]

  /// The keys that have answers, the oldest first.
  private var answered: [String] = []

  init(remembered: Int, work: @escaping @Sendable (Input, String) async throws(Failure) -> Output) {
    self.remembered = remembered
    self.work = work
  }

  /// Executes a call after the earlier calls of the guest.
  ///
  /// A known key is not executed again: the guest receives the answer of the first call.
  func execute(_ input: Input, _ key: String, for guest: Guest) {
    switch calls[key] {
    case .done(let answer): guest.say(answer)
    case .open(let guests):
      guest.open += 1
      calls[key] = .open(guests + [guest])
    case nil:
      guest.open += 1
      calls[key] = .open([guest])
      guest.last = Task { [before = guest.last, work] in
        await before?.value
        var done = Done(key: key)
        do throws(Failure) {
          done.value = try await work(input, key)
        } catch {
          done.failure = error
        }
        end(key, json(FromCommand<Output, Failure>(done: done)))
      }
    }
  }

  private func end(_ key: String, _ answer: String) {
    guard case .open(let guests) = calls.updateValue(.done(answer), forKey: key) else { return }
    answered.append(key)
    // Half of them at a time, so that forgetting costs little.
    if answered.count > remembered {
      for old in answered.prefix(remembered / 2) { calls[old] = nil }
      answered.removeFirst(remembered / 2)
    }
    for guest in guests {
      guest.open -= 1
      guest.say(answer)
    }
  }
}
