import Rill
import Testing

struct SubscribingExamples {
  let print = Printed()

  @Test("subscribe(isolation:_:fileID:line:)") func subscribe() {
    let clicks = Subject<Int, Never>()
    let listening = clicks.subscribe { print($0) }
    clicks.send(1)
    listening.dispose()
    clicks.send(2)
    print.expect("1")
  }

  @Test("subscribe(isolation:next:completed:fileID:line:)") func completed() {
    Signal([1, 2]).subscribe(next: { print($0) }, completed: { print("done") })
    print.expect("1, 2, done")
  }

  @Test("subscribe(isolation:next:failed:completed:fileID:line:)") func failed() {
    let load = Signal([1]).concat(Signal<Int, Offline>.fail(Offline()))
    load.subscribe(next: { print($0) }, failed: { print("failed: \($0)") }, completed: { print("done") })
    print.expect("1, failed: Offline()")
  }

  @Test("subscribe(with:isolation:next:fileID:line:)") func owner() {
    let names = Subject<String, Never>()
    var label: Label? = Label()
    // Disposed with the label, which it does not retain.
    names.subscribe(with: label!) { label, name in label.show(name) }
    names.send("Ada")
    print(label?.text ?? "")
    label = nil
    names.send("Grace")
    print.expect("Ada")
  }

  @Test("subscribeEvents(isolation:_:fileID:line:)") func events() {
    Signal([1]).subscribeEvents { print($0) }
    print.expect("next(1), completed")
  }

  @Test("subscribeEvents(with:isolation:receive:fileID:line:)") func eventsOfOwner() {
    let label = Label()
    Signal(["Ada"]).subscribeEvents(with: label) { label, event in
      if case .next(let name) = event { label.show(name) }
    }
    print(label.text)
    print.expect("Ada")
  }

  @Test("subscribeEvents(for:_:)") func eventsForObserver() {
    let source = Signal([1, 2])
    let doubled = Signal<Int, Never> { observer in
      source.subscribeEvents(for: observer) { event in
        observer.send(event.map { $0 * 2 })
      }
    }
    doubled.subscribe { print($0) }
    print.expect("2, 4")
  }
}

private final class Label: Sendable {
  private let shown = MutableProperty("")
  var text: String { shown.value }
  func show(_ text: String) { shown.value = text }
}
