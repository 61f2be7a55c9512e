import Rill
import SignUpModel
import WebElements

/// The sign-up screen as a web page: the same model that the terminal shows, and elements bound to it.
@MainActor
public final class SignUpPage {
  let model: SignUpModel
  let email = TextField("email", limit: 254)
  let verdict = Label("validity")
  let subscribe = Button("subscribe")
  let sending = Progress("sending")
  let status = Label("status")
  let subscribers = List("subscribers")
  let freshness = Label("freshness")
  let count = Label("count")
  let streams = Marbles("streams")
  private let lifetime = Lifetime()

  /// Sends why an address could not be checked.
  let uncheckable: Signal<SubscribeError, Never>

  /// Everything that a tab shows.
  public var elements: [any Element] {
    [email, verdict, subscribe, sending, status, subscribers, freshness, count, streams]
  }

  public init(_ list: any SubscriberList) {
    let visit = Visit(list)
    let model = SignUpModel(service: visit)
    self.model = model
    let known = Property(initial: .nothing, then: list.validity(of: model.$email))
    // The visitor who has just subscribed does not see the address as taken.
    let validity = Property(known, model.$email, model.$subscribed) { $0 == .taken && $1 == $2 ? .subscribed : $0 }
      .distinctUntilChanged()

    email.text <~> channel(\.email, of: model)
    subscribe.bind(model.subscribe) { button in
      visit.key = button.key
      return model.email
    }
    // The page can stop saying it: there is an answer.
    merge(model.subscribe.completions, model.subscribe.errors.mapTo(())).subscribe(with: subscribe) { button, _ in
      button.settled = button.key
    }
    sending.isVisible <~ model.subscribe.executing
    sending.fraction <~ model.subscribe.progress.map { $0 ?? 0 }

    let reason = combineLatest(model.subscribe.executing, model.isValid) { isExecuting, isValid in
      if isExecuting { return "A request is already running" }
      return isValid ? "Your address is on the list" : "This is not an address yet"
    }
    let refusals = subscribe.refused.withLatest(from: reason) { $1 }
    // A status belongs to the address that it was about.
    let changes = model.$email.distinctUntilChanged().skip(1).mapTo("")
    status.text <~ merge(model.$status.signal, refusals, changes)

    // The check of a typed address follows the list, which outlives every page.
    uncheckable = validity.signal.compactMap { if case .unknown(let error) = $0 { error } else { nil } }
      .take(duringLifetimeOf: lifetime)
    verdict.text <~ validity.map(\.text)
    verdict.tone <~ validity.map(\.tone)

    subscribers.items <~ list.summary.map(\.newest)
    count.text <~ list.summary.map { "\($0.count)" }
    freshness.text <~ list.isUpToDate.map { $0 ? "" : "The list cannot be reached. This is its last known state." }

    streams.watch("email", model.$email) { $0.last.map(String.init) ?? "∅" }
    streams.watch("validity", validity) { $0.mark }
    streams.watch("enabled", model.subscribe.enabled) { $0 ? "✓" : "✗" }
    streams.watch("executing", model.subscribe.executing) { $0 ? "▶" : "■" }
    streams.watch("progress", model.subscribe.progress.compactMap { $0 }) { "\(Int(100 * $0))" }
    streams.watch("status", status.text.filter { !$0.isEmpty }) { $0 }
    streams.watch("subscribers", list.summary) { "\($0.count)" }
  }
}
