import Rill
import TestSupport
import Testing

// A closure inside an exit test has the call site of the macro. So the properties named in messages are made here.
private func closuresInARing() -> Property<Int> {
  let chosen = MutableProperty(Property(constant: 0))
  let first = Property { chosen.value.value }
  let second = first.map { $0 + 1 }
  chosen.value = second
  return first
}

private func closuresWithAMapBetween() -> Property<Int> {
  let chosen = MutableProperty(Property(constant: 0))
  let first = Property { chosen.value.value }
  let second = Property { first.value }
  chosen.value = second.map { $0 + 1 }
  return first
}

private func madeHere() -> MutableProperty<Int> {
  MutableProperty(0)
}

private func subjectMadeHere() -> Subject<Int, Never> { Subject() }

private func handlersInARing() {
  let number = MutableProperty(0)
  number.map { $0 + 1 }.subscribe { number.value = $0 }
}

@MainActor private final class Model {
  @Observed var number = 0
}

/// A property that feeds itself would never stop: it traps, and the message names it.
@Suite(.long) struct RingTests {
  /// Checks that the message of a process that trapped contains `words`.
  private func says(_ words: String, _ result: ExitTest.Result?) {
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains(words), "\(message)")
  }

  @Test func aPropertyBoundToItself() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let property = MutableProperty(0)
      property <~ property
    }
    says("A MutableProperty<Int> is bound to itself", result)
  }

  @Test func aPropertyBoundToItselfAsOthersSeeIt() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let property = MutableProperty("a")
      property <~ Property(property)
    }
    says("MutableProperty<String> is bound to itself", result)
  }

  @Test func twoPropertiesBoundToEachOther() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (first, second) = (MutableProperty(7), MutableProperty(8))
      first <~ second
      second <~ first
    }
    says("A MutableProperty<Int> is bound to itself", result)
  }

  @Test func aRingOfMany() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let ring = (0..<1_000).map { MutableProperty($0) }
      for index in 1..<1_000 { ring[index] <~ ring[index - 1] }
      ring[0] <~ Property(ring[999])
    }
    says("`a <~> b` keeps two properties equal", result)
  }

  @Test func aBindingThatOnceClosedACycleMayBeMadeAgain() {
    let (first, second, third) = (MutableProperty(7), MutableProperty(8), MutableProperty(9))
    (first <~ second).dispose()
    second <~ first
    third <~ first
    third <~ second
    #expect([first.value, second.value, third.value] == [8, 8, 8])
  }

  @Test func aHandlerThatSetsItsSource() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let property = madeHere()
      property.subscribe { _ in }
      property.signal.skip(1).subscribe { property.value = $0 + 1 }
      property.value = 1
    }
    says(
      "BindingsTests/RingTests.swift:23: A MutableProperty<Int> was set a hundred thousand times without a pause",
      result)
  }

  @Test func aPropertyOfAnObjectBoundToItself() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let model = Model()
      bind(\.number, of: model, to: model.$number)
    }
    says("of type Int of Model is bound to itself", result)
  }

  /// A handler that sets its own source through a derived property never stops either.
  @Test func aRingThroughADerivedProperty() async {
    await #expect(processExitsWith: .failure) {
      let a = MutableProperty(0)
      a.map { $0 + 1 }.subscribe { a.value = $0 }
    }
    await #expect(processExitsWith: .failure) {
      let a = MutableProperty(0)
      a <~ a.map { $0 + 1 }
    }
    await #expect(processExitsWith: .failure) { @MainActor in
      let model = Model()
      bind(\.number, of: model, to: model.$number.map { $0 + 1 })
    }
  }

  #if DEBUG
    @Test func aRingOfClosuresNamesTheirPlaces() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = closuresInARing().value
      }
      let file = "BindingsTests/RingTests.swift"
      says("The cycle: \(file):8 reads \(file):9 reads \(file):8.", result)
    }

    @Test func aRingOfClosuresNamesThePlacesInOrder() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = closuresWithAMapBetween().value
      }
      let file = "BindingsTests/RingTests.swift"
      says("\(file):16 reads \(file):18 reads \(file):17 reads \(file):16.", result)
    }

    @Test func aRingOfHandlersNamesAPlace() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        handlersInARing()
      }
      says("BindingsTests/RingTests.swift:30: Handlers have set their own inputs", result)
    }
  #endif

  @Test func aRingOfThreeThatCounts() async {
    await #expect(processExitsWith: .failure) {
      let (a, b, c) = (MutableProperty(0), MutableProperty(0), MutableProperty(0))
      b <~ a
      c <~ b.map { $0 + 1 }
      a <~ c
    }
  }

  @Test func aRingThroughAPropertyOfTwo() async {
    await #expect(processExitsWith: .failure) {
      let (a, b) = (MutableProperty(0), MutableProperty(0))
      a <~ Property(a, b) { $0 + $1 + 1 }
    }
  }

  @Test func aRingThroughACommand() async {
    await #expect(processExitsWith: .failure) {
      let a = MutableProperty(0)
      let next = Command<Int, Int, Never>(policy: .concurrent, on: .immediate) { .just($0 + 1) }
      a <~ next.values
      a.subscribe { next.execute($0) }
    }
  }

  @Test func aRingThroughASubject() async {
    await #expect(processExitsWith: .failure) {
      let (a, subject) = (MutableProperty(0), Subject<Int, Never>())
      a <~ subject.map { $0 + 1 }
      a.subscribe { subject.send($0) }
    }
  }

  #if DEBUG
    /// It may be deliberate: an observer that sends the next value until it is disposed. So it prints a hint and
    /// continues.
    @Test func aSubjectThatIsSentItsOwnValues() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let subject = subjectMadeHere()
        subject.map { $0 + 1 }.take(while: { $0 < 110_000 }).subscribe { subject.send($0) }
        subject.send(0)
      }
      says(
        "BindingsTests/RingTests.swift:26: a subject of Int has been sent to ten thousand times by its own observers",
        result)
    }

    /// Each round is a separate round of propagation: the property is set after it has delivered the previous round.
    @Test func aRingThroughAJoint() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let (a, b) = (MutableProperty(0), MutableProperty(0))
        a <~ combineLatest(a, b).map { $0 + $1 + 1 }.take(while: { $0 < 110_000 })
      }
      says("has been sent to ten thousand times by its own observers", result)
    }
  #endif

  @Test func aRingThatComesToRestIsNone() {
    let (first, second) = (MutableProperty(7), MutableProperty(8))
    first <~ second.distinctUntilChanged()
    second <~ first.distinctUntilChanged()
    first.value = 9
    #expect(second.value == 9)
    second.value = 10
    #expect(first.value == 10)
    let clamped = MutableProperty(0)
    clamped <~ clamped.map { min($0, 10) }.distinctUntilChanged()
    clamped.value = 70
    #expect(clamped.value == 10)
  }
}
