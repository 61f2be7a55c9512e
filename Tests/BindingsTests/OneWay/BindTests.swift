import Rill
import Testing

@MainActor private final class Label {
  var text = ""
}

@MainActor @Suite struct BindTests {
  @Test func setsEveryValueSynchronouslyOnTheActor() {
    let label = Label()
    let texts = Subject<String, Never>()
    bind(\.text, of: label, to: texts)
    texts.send("a")
    #expect(label.text == "a")
    texts.send("b")
    #expect(label.text == "b")
  }

  @Test func valuesFromElsewhereArriveInOrder() async {
    let label = Label()
    let texts = Subject<String, Never>()
    bind(\.text, of: label, to: texts.scan("") { $0 + $1 })
    await Task.detached { for text in ["a", "b", "c"] { texts.send(text) } }.value
    await withCheckedContinuation { done in
      texts.subscribe(next: { _ in }, completed: { done.resume() })
      Task.detached { texts.complete() }
    }
    #expect(label.text == "abc")
  }

  @Test func endsWithTheTargetAndDoesNotKeepIt() {
    let texts = Subject<String, Never>()
    var label: Label? = Label()
    weak let weakLabel = label
    let binding = bind(\.text, of: label!, to: texts)
    label = nil
    #expect(weakLabel == nil)
    texts.send("nobody")
    #expect(binding.isDisposed)
  }

  @Test func endsImmediatelyWithAnObjectThatHasALifetime() {
    final class Living: HasLifetime, Sendable {
      let lifetime = Lifetime()
      let stored = Lock("")
      var text: String {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
      }
    }
    var living: Living? = Living()
    let texts = Subject<String, Never>()
    let binding = bind(\.text, of: living!, to: texts)
    texts.send("first")
    #expect(living?.text == "first")
    living = nil
    #expect(binding.isDisposed)
  }

  @Test func endsWithTheSourceAndLeavesTheValue() {
    let label = Label()
    let texts = Subject<String, Never>()
    let binding = bind(\.text, of: label, to: texts)
    texts.send("last")
    texts.complete()
    #expect(binding.isDisposed)
    #expect(label.text == "last")
  }

  @Test func disposingStops() {
    let label = Label()
    let texts = Subject<String, Never>()
    let binding = bind(\.text, of: label, to: texts)
    binding.dispose()
    texts.send("late")
    #expect(label.text.isEmpty)
  }

  @Test func everyBindingRunsASignal_andSharedItRunsOnce() {
    let labels = [Label(), Label(), Label()]
    let answers = Subject<String, Never>()
    var requests = 0
    let request = Signal<String, Never> { observer in
      MainActor.assumeIsolated { requests += 1 }
      answers.subscribe { observer.send($0) }
    }
    for label in labels { bind(\.text, of: label, to: request) }
    #expect(requests == 3)
    let shared = request.share()
    for label in labels { bind(\.text, of: label, to: shared) }
    #expect(requests == 4)
    answers.send("a")
    #expect(labels.map(\.text) == ["a", "a", "a"])
  }
}
