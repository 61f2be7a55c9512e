import Rill
import TestSupport
import Testing

@Suite struct PropertyTests {
  @Test func aReadOnlyViewFollowsAndKeepsItsProperty() {
    var source: MutableProperty? = MutableProperty(1)
    weak let weakSource = source
    var view: Property<Int>? = Property(source!)
    source!.value = 2
    #expect(view?.value == 2)
    source = nil
    #expect(weakSource != nil)
    view = nil
    #expect(weakSource == nil)
  }

  @Test func aConstantIsItsValueAndTheEnd() {
    let heard = Heard<String>()
    let constant = Property(constant: "a")
    constant.subscribe(next: { heard.append($0) }, completed: { heard.append("|") })
    #expect(constant.value == "a")
    #expect(heard.values == ["a", "|"])
  }

  @Test func fromAStreamItHasTheLastValueAndEndsWithIt() {
    let stream = Subject<Int, Never>()
    let property = Property(initial: 0, then: stream)
    let heard = Heard<Int>()
    let ended = Heard<Bool>()
    property.subscribe(next: { heard.append($0) }, completed: { ended.append(true) })
    stream.send(1)
    stream.send(2)
    #expect(property.value == 2)
    #expect(heard.values == [0, 1, 2])
    stream.complete()
    #expect(ended.values == [true])
    #expect(property.value == 2)
  }

  @Test func fromAStreamItSubscribesOnceAndUntilItIsReleased() {
    let subscriptions = Heard<Int>()
    let disposals = Heard<Int>()
    let stream = Signal<Int, Never> { observer in
      subscriptions.append(1)
      observer.send(7)
      return Disposable { disposals.append(1) }
    }
    do {
      let property = Property(initial: 0, then: stream)
      let doubled = property.map { $0 * 2 }
      #expect(property.value == 7)
      #expect(doubled.value == 14)
      #expect(disposals.values.isEmpty)
    }
    #expect(subscriptions.values == [1])
    #expect(disposals.values == [1])
  }

  @Test func mapHasACurrentValueAndNotifiesOfEveryChange() {
    let source = MutableProperty(1)
    let text = source.map { "<\($0)>" }
    #expect(text.value == "<1>")
    let heard = Heard<String>()
    text.subscribe { heard.append($0) }
    source.value = 2
    source.value = 2
    #expect(heard.values == ["<1>", "<2>", "<2>"])
    #expect(text.value == "<2>")
  }

  @Test func mapComputesOncePerChangeHoweverManyWatch() {
    let source = MutableProperty(1)
    let computed = Heard<Int>()
    let mapped = source.map { value in
      computed.append(value)
      return value * 10
    }
    #expect(computed.values.isEmpty)
    mapped.subscribe { _ in }
    mapped.map { $0 + 1 }.subscribe { _ in }
    mapped.subscribe { _ in }
    #expect(mapped.value == 10)
    source.value = 2
    #expect(mapped.value == 20)
    #expect(computed.values == [1, 2])
  }

  @Test func mapIsAStreamsMapWhereAStreamIsAskedFor() {
    let source = MutableProperty(1)
    let stream: Signal<Int, Never> = source.map { $0 + 1 }
    let heard = Heard<Int>()
    stream.subscribe { heard.append($0) }
    source.value = 5
    #expect(heard.values == [2, 6])
  }

  @Test func aDerivedPropertyKeepsItsSourcesAndTheyDoNotKeepIt() {
    final class Captured: Sendable {}
    var first: MutableProperty? = MutableProperty(1)
    var second: MutableProperty? = MutableProperty(2)
    weak let weakFirst = first
    weak let weakCaptured: Captured?
    var sum: Property<Int>?
    do {
      let captured = Captured()
      weakCaptured = captured
      sum = Property(first!, second!) { [captured] in
        _ = captured
        return $0 + $1
      }
    }
    first = nil
    #expect(weakFirst != nil)
    #expect(sum?.value == 3)
    sum = nil
    #expect(weakFirst == nil)
    #expect(weakCaptured == nil)
    #expect(second?.value == 2)
    second = nil
  }

  @Test func anObservedDerivationLivesUntilItsSourcesAreReleased() {
    var first: MutableProperty? = MutableProperty(1)
    var second: MutableProperty? = MutableProperty(2)
    let heard = Heard<String>()
    Property(first!, second!) { $0 + $1 }.subscribe(next: { heard.append("\($0)") }, completed: { heard.append("|") })
    first!.value = 10
    first = nil
    second!.value = 20
    #expect(heard.values == ["3", "12", "30"])
    second = nil
    #expect(heard.values == ["3", "12", "30", "|"])
  }

  @Test func aSubscriberAfterTheEndReceivesTheValueAndTheEnd() {
    let signal: Signal<Int, Never>
    do {
      let (first, second) = (MutableProperty(1), MutableProperty(2))
      signal = Property(first, second) { $0 + $1 }.signal
    }
    let heard = Heard<String>()
    signal.subscribe(next: { heard.append("\($0)") }, completed: { heard.append("|") })
    #expect(heard.values == ["3", "|"])
  }

  @Test func combiningSeveralAndACollection() {
    let parts = (1...6).map { MutableProperty($0) }
    let three = Property(parts[0], parts[1], parts[2]) { $0 + $1 + $2 }
    let four = Property(parts[0], parts[1], parts[2], parts[3]) { $0 + $1 + $2 + $3 }
    let all = Property(combining: parts) { $0 }
    let none = Property(combining: [Property<Int>]()) { $0.count }
    #expect([three.value, four.value] == [6, 10])
    let heard = Heard<[Int]>()
    all.subscribe { heard.append($0) }
    parts[5].value = 60
    parts[0].value = 10
    #expect(four.value == 19)
    #expect(heard.values == [[1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 60], [10, 2, 3, 4, 5, 60]])
    let nothing = Heard<String>()
    none.subscribe(next: { nothing.append("\($0)") }, completed: { nothing.append("|") })
    #expect(nothing.values == ["0", "|"])
  }

  @Test func theSamePropertyTwice() {
    let source = MutableProperty(3)
    let square = Property(source, source) { $0 * $1 }
    let heard = Heard<Int>()
    square.subscribe { heard.append($0) }
    source.value = 4
    #expect(heard.values == [9, 16])
  }

  // MARK: Fed by a stream, not retained

  @Test func aPropertyThatIsFedLivesWhileItIsBound() {
    let (label, stream, disposed) = (MutableProperty(-1), Subject<Int, Never>(), Heard<Bool>())
    let binding = label <~ Property(initial: 0, then: stream.finally { disposed.append(true) })
    #expect(label.value == 0)
    stream.send(1)
    #expect(label.value == 1)
    binding.dispose()
    stream.send(2)
    #expect(label.value == 1)
    #expect(disposed.values == [true])
  }

  @Test func alsoThroughADerivedProperty() {
    let (label, other) = (MutableProperty(""), MutableProperty("a"))
    let (stream, disposed) = (Subject<Int, Never>(), Heard<Bool>())
    let fed = { Property(initial: 0, then: stream.finally { disposed.append(true) }) }
    let binding = label <~ Property(fed().map { $0 * 10 }, other) { "\($0)\($1)" }
    stream.send(1)
    #expect(label.value == "10a")
    other.value = "b"
    #expect(label.value == "10b")
    binding.dispose()
    #expect(disposed.values == [true])
  }

  @Test func alsoWhileASubscriptionOrAKeyPathWatches() {
    final class Label: Sendable {
      let texts = Heard<Int>()
      var number: Int {
        get { texts.values.last ?? -1 }
        set { texts.append(newValue) }
      }
    }
    let (label, heard) = (Label(), Heard<Int>())
    let (stream, disposed) = (Subject<Int, Never>(), Heard<Bool>())
    let binding = bind(\.number, of: label, to: Property(initial: 0, then: stream.finally { disposed.append(true) }))
    let subscription = Property(initial: 5, then: stream.finally { disposed.append(true) }).subscribe {
      heard.append($0)
    }
    stream.send(1)
    #expect(label.texts.values == [0, 1])
    #expect(heard.values == [5, 1])
    binding.dispose()
    subscription.dispose()
    #expect(disposed.values == [true, true])
  }

  @Test func itGoesWithItsStream() {
    let label = MutableProperty("")
    var stream: Subject<Int, Never>? = Subject()
    let binding: Disposable
    weak let weakCaptured: Heard<Int>?
    do {
      let marks = Heard<Int>()
      weakCaptured = marks
      binding = label
        <~ Property(
          initial: 0,
          then: stream!.map {
            marks.append($0)
            return $0
          }
        ).map { "\($0)" }
    }
    stream?.send(1)
    #expect(weakCaptured?.values == [1])
    stream = nil
    #expect(binding.isDisposed)
    #expect(label.value == "1")
    #expect(weakCaptured == nil)
  }

  @Test func aPropertyOfAStreamThatNeverSendsDoesNotEnd() {
    let property = Property(initial: 0, then: Signal<Int, Never>.never)
    let heard = Heard<String>()
    property.subscribe(next: { heard.append("\($0)") }, completed: { heard.append("|") })
    #expect(heard.values == ["0"])
    withExtendedLifetime(property) {}
  }

  @Test func aPropertyWhoseStreamIsOutOfReachIsReleased() {
    weak var weakCaptured: Heard<Int>?
    do {
      let marks = Heard<Int>()
      weakCaptured = marks
      Property(initial: 0, then: Signal<Int, Never> { _ in }).subscribe { marks.append($0) }
      #expect(marks.values == [0])
    }
    #expect(weakCaptured == nil)
  }
}
