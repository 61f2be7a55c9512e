import Rill
import SignUpModel
import WebElements

/// The state of an address during typing.
enum Validity: Sendable, Equatable {
  case nothing, implausible, checking, free, taken, subscribed
  /// It could not be found out. The reason is for the log, and not for visitors.
  case unknown(SubscribeError)

  var text: String {
    switch self {
    case .nothing: ""
    case .implausible: "Not an address yet"
    case .checking: "Checking…"
    case .free: "Free"
    case .taken: "Already on the list"
    case .subscribed: "On the list"
    case .unknown: "Cannot be checked at the moment"
    }
  }

  /// The label of its marble.
  var mark: String {
    switch self {
    case .nothing: "∅"
    case .implausible: "✗"
    case .checking: "…"
    case .free: "✓"
    case .taken: "!"
    case .subscribed: "★"
    case .unknown: "?"
    }
  }

  var tone: Tone {
    switch self {
    case .nothing, .implausible, .checking: .plain
    case .free, .subscribed: .good
    case .taken, .unknown: .bad
    }
  }
}

extension SubscriberList {
  /// The validity of the typed address: a first result immediately, and another once typing has paused.
  ///
  /// A result never applies to the next address, because `flatMapLatest` cancels the previous check.
  func validity(of email: some StreamProtocol<String, Never>) -> Signal<Validity, Never> {
    email.flatMapLatest { email in
      if email.isEmpty { return .just(.nothing) }
      guard email.isPlausibleEmail else { return .just(.implausible) }
      let pause = Signal<Void, Never>.timer(after: .milliseconds(250), on: .main)
      let subscribed = self.summary.filter { $0.newest.contains(email) }
      return merge(
        pause.flatMap { _ in self.check(email) },
        subscribed.map { _ in .taken }
      ).startWith(.checking)
    }
    .distinctUntilChanged()
  }

  private func check(_ email: String) -> Signal<Validity, Never> {
    Signal { () async throws(SubscribeError) in try await self.contains(email) }
      .map { $0 ? .taken : .free }
      .catch { .just(.unknown($0)) }
  }
}
