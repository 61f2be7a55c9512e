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

  /// What is known about the address. It is kept here because a binding keeps nothing alive.
  private let validity = MutableProperty(Validity.nothing)

  /// Everything that a tab shows.
  public var elements: [any Element] {
    [email, verdict, subscribe, sending, status, subscribers, count, streams]
  }

  public init(_ model: SignUpModel, _ book: AddressBook) {
    email.text <~> model.$email
    subscribe.bind(model.subscribe) { _ in model.email }
    sending.isVisible <~ model.subscribe.executing

    let refused = subscribe.refused.withLatest(from: model.subscribe.executing).map { _, isExecuting in
      isExecuting ? "One click is enough: a request is running" : "That is no address yet"
    }
    status.text <~ merge(model.$status.signal, refused)

    validity <~ book.validity(of: model.$email)
    verdict.text <~ validity.map(\.text)
    verdict.tone <~ validity.map(\.tone)

    subscribers.items <~ book.summary.map(\.newest)
    count.text <~ book.summary.map { "\($0.count)" }

    streams.watch("email", model.$email) { $0.suffix(1).description }
    streams.watch("validity", validity) { $0.mark }
    streams.watch("enabled", model.subscribe.enabled) { $0 ? "✓" : "✗" }
    streams.watch("executing", model.subscribe.executing) { $0 ? "▶" : "■" }
    streams.watch("status", status.text) { $0 }
    streams.watch("subscribers", book.summary) { "\($0.count)" }
  }
}
