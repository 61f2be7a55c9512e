import Rill
import TestSupport
import Testing

@Suite struct FlatMapPropertyTests {
  @Test func itHasTheValueOfTheChosenProperty() {
    let (a, b) = (MutableProperty(1), MutableProperty(7))
    let isFirst = MutableProperty(true)
    let chosen = isFirst.flatMap { $0 ? a : b }
    #expect(chosen.value == 1)
    isFirst.value = false
    #expect(chosen.value == 7)
    b.value = 8
    #expect(chosen.value == 8)
    a.value = 2
    isFirst.value = true
    #expect(chosen.value == 2)
  }

  @Test func observersReceiveChangesOfTheChosenPropertyAndOfTheChoice() {
    let (a, b) = (MutableProperty(1), MutableProperty(7))
    let isFirst = MutableProperty(true)
    let heard = Heard<Int>()
    isFirst.flatMap { $0 ? a : b }.subscribe { heard.append($0) }
    a.value = 2
    b.value = 8
    isFirst.value = false
    a.value = 3
    b.value = 9
    isFirst.value = true
    #expect(heard.values == [1, 2, 8, 9, 3])
  }

  @Test func aChosenPropertyOfItsOwnMakingLivesWithTheResult() {
    let stream = Subject<Int, Never>()
    let key = MutableProperty("a")
    let result = key.flatMap { _ in Property(initial: 0, then: stream) }
    #expect(result.value == 0)
    stream.send(5)
    #expect(result.value == 5)
    key.value = "b"
    #expect(result.value == 0)
    stream.send(6)
    #expect(result.value == 6)
  }

  @Test func aReplacedChoiceIsReleasedImmediately() {
    let open = Heard<String>()
    @Sendable func channel(_ name: String) -> Property<String> {
      Property(
        initial: name,
        then: Signal<String, Never> { observer in
          open.append("+\(name)")
          return Disposable { open.append("-\(name)") }
        })
    }
    let key = MutableProperty("a")
    let heard = Heard<String>()
    let subscription = key.flatMap { channel($0) }.subscribe { heard.append($0) }
    key.value = "b"
    #expect(heard.values == ["a", "b"])
    #expect(open.values == ["+a", "+b", "-a"])
    subscription.dispose()
    #expect(open.values == ["+a", "+b", "-a", "-b"])
  }

  @Test func choosingAndChangingInOneBatchNotifiesOnce() {
    let (a, b) = (MutableProperty(1), MutableProperty(7))
    let isFirst = MutableProperty(true)
    let heard = Heard<Int>()
    let doubled = isFirst.flatMap { $0 ? a : b }.map { $0 * 2 }
    doubled.subscribe { heard.append($0) }
    batch {
      b.value = 8
      isFirst.value = false
      a.value = 100
    }
    b.value = 9
    #expect(heard.values == [2, 16, 18])
    #expect(doubled.value == 18)
  }

  @Test func itEndsWhenBothHave() {
    var outer: MutableProperty? = MutableProperty(0)
    var inner: MutableProperty? = MutableProperty(1)
    let heard = Heard<String>()
    outer!.flatMap { [weak inner] _ in inner?.property ?? Property(constant: -1) }
      .subscribe(next: { heard.append("\($0)") }, completed: { heard.append("|") })
    inner!.value = 2
    #expect(heard.values == ["1", "2"])
    outer = nil
    inner?.value = 3
    #expect(heard.values == ["1", "2", "3"])
    inner = nil
    #expect(heard.values == ["1", "2", "3", "|"])
  }

  @Test func theCapturesOfTheClosureAreReleasedWithTheChoosingProperty() {
    var outer: MutableProperty? = MutableProperty(true)
    weak let released: MutableProperty<Int>?
    let heard = Heard<String>()
    do {
      let inner = MutableProperty(1)
      released = inner
      // Watched but not retained. Its closure captures the property that it chooses.
      outer!.flatMap { _ in inner }.map { $0 * 2 }
        .subscribe(next: { heard.append("\($0)") }, completed: { heard.append("|") })
    }
    released?.value = 2
    #expect(heard.values == ["2", "4"])
    outer = nil
    #expect(released == nil)
    #expect(heard.values == ["2", "4", "|"])
  }

  @Test func theCapturesAreReleasedIfABatchChangesNothingAndEndsTheChoosingProperty() {
    var outer: MutableProperty? = MutableProperty(true)
    weak let released: MutableProperty<Int>?
    let heard = Heard<String>()
    do {
      let inner = MutableProperty(1)
      released = inner
      outer!.distinctUntilChanged().flatMap { _ in inner }
        .subscribe(next: { heard.append("\($0)") }, completed: { heard.append("|") })
    }
    batch {
      outer!.value = true
      outer = nil
    }
    #expect(released == nil)
    #expect(heard.values == ["1", "|"])
  }

  @Test func aChoiceThatABatchMakesLastIsFollowed() {
    var outer: MutableProperty? = MutableProperty(true)
    let (first, second) = (MutableProperty(1), MutableProperty(2))
    let heard = Heard<Int>()
    outer!.flatMap { $0 ? first : second }.subscribe { heard.append($0) }
    batch {
      outer!.value = false
      outer = nil
    }
    first.value = 10
    second.value = 20
    #expect(heard.values == [1, 2, 20])
  }
}
