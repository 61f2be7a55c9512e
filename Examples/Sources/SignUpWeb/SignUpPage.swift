import Rill
import SignUpModel
import WebElements

/// The sign-up screen as a web page: the same model that the terminal shows, and elements bound to it.
@MainActor
public final class SignUpPage {
  let email = TextField("email", limit: 254)
  let verdict = Label("validity")
  let subscribe = Button("subscribe")
  let sending = Progress("sending")
  let status = Label("status")
  let subscribers = List("subscribers")
  let count = Label("count")
  let streams = Marbles("streams")

  /// Everything that a tab shows.
  public var elements: [any Element] {
    [email, verdict, subscribe, sending, status, subscribers, count, streams]
  }

  public init(_ model: SignUpModel, _ book: AddressBook) {
    let known = Property(initial: .nothing, then: book.validity(of: model.$email))
    // That it is taken is no news to the one who has taken it.
    let validity = Property(known, model.$email, model.$subscribed) { $0 == .taken && $1 == $2 ? .subscribed : $0 }
      .distinctUntilChanged()

    email.text <~> channel(\.email, of: model)
    subscribe.bind(model.subscribe) { model.email }
    sending.isVisible <~ model.subscribe.executing
    sending.fraction <~ model.subscribe.progress

    let reason = combineLatest(model.subscribe.executing, model.isValid) { isExecuting, isValid in
      if isExecuting { return "One click is enough: a request is running" }
      return isValid ? "One click was enough: it is on the list" : "That is no address yet"
    }
    status.text <~ merge(model.$status.signal, subscribe.refused.withLatest(from: reason) { $1 })

    verdict.text <~ validity.map(\.text)
    verdict.tone <~ validity.map(\.tone)

    subscribers.items <~ book.summary.map(\.newest)
    count.text <~ book.summary.map { "\($0.count)" }

    streams.watch("email", model.$email) { $0.last.map(String.init) ?? "∅" }
    streams.watch("validity", validity) { $0.mark }
    streams.watch("enabled", model.subscribe.enabled) { $0 ? "✓" : "✗" }
    streams.watch("executing", model.subscribe.executing) { $0 ? "▶" : "■" }
    streams.watch("progress", model.subscribe.progress) { "\(Int(100 * $0))" }
    streams.watch("status", status.text.filter { !$0.isEmpty }) { $0 }
    streams.watch("subscribers", book.summary) { "\($0.count)" }
  }
}
