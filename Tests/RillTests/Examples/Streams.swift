import Rill
import Testing

struct StreamsExamples {
  let print = Printed()

  @Test("signal") func signal() {
    let clicks = Subject<Int, Never>()
    // Code with the signal can subscribe, but cannot send.
    let heard: Signal<Int, Never> = clicks.signal
    heard.subscribe { print($0) }
    clicks.send(1)
    print.expect("1")
  }

  @Test("attach(_:to:), init(attaching:named:)") func attaching() {
    let source = Signal([1, 2])
    // An operator without its own gate: it forwards events on the same subscription.
    let doubled = Signal<Int, Never>(attaching: { sink, subscription in
      source.attach(Sink(next: { sink.next($0 * 2) }, end: { sink.end($0) }), to: subscription)
    })
    doubled.subscribe { print($0) }
    print.expect("2, 4")
  }
}
