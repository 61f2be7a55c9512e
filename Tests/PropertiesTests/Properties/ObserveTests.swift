import Observation
import Rill
import TestSupport
import Testing

private final class Tenant: Sendable {
  let home: MutableProperty<Flat>
  init(_ home: Flat) { self.home = MutableProperty(home) }
}

private final class Flat: Sendable {
  let city: MutableProperty<String>
  init(_ city: String) { self.city = MutableProperty(city) }
}

private enum Fault: Error, Equatable { case odd, taken }

/// `observe` follows every kind of property, however it is retained and read.
@Suite struct ObserveTests {
  /// The values of `expression` at first, and after each of `changes`.
  private func told<Value: Sendable>(
    _ expression: @escaping @Sendable () -> Value, after changes: (() -> Void)...
  ) async -> [Value] {
    var values = observe(expression).values.makeAsyncIterator()
    var told: [Value] = []
    if let value = await values.next() { told.append(value) }
    for change in changes {
      change()
      if let value = await values.next() { told.append(value) }
    }
    return told
  }

  @Test func aPropertyThatNoClassHas() async {
    let plain = MutableProperty(1)
    #expect(await told({ plain.value }, after: { plain.value = 2 }, { plain.modify { $0 += 1 } }) == [1, 2, 3])
    let handedOut = plain.property
    #expect(await told({ handedOut.value }, after: { plain.value = 4 }, { plain.value = 5 }) == [3, 4, 5])
  }

  @Test func aMap() async {
    let plain = MutableProperty(1)
    let tenfold = plain.map { $0 * 10 }
    let text = tenfold.map { "\($0)" }
    #expect(await told({ tenfold.value }, after: { plain.value = 2 }, { plain.value = 3 }) == [10, 20, 30])
    #expect(await told({ text.value }, after: { plain.value = 4 }, { plain.value = 5 }) == ["30", "40", "50"])
  }

  @Test func aMapWhoseResultIsKnownAlready() async {
    let plain = MutableProperty(1)
    let tenfold = plain.map { $0 * 10 }
    #expect(tenfold.value == 10)
    #expect(await told({ tenfold.value }, after: { plain.value = 2 }) == [10, 20])
  }

  @Test func combinedPropertiesAndPropertiesDerivedFromThem() async {
    let (first, second) = (MutableProperty(1), MutableProperty(2))
    let sum = Property(first, second) { $0 + $1 }
    let tenfold = sum.map { $0 * 10 }
    #expect(await told({ sum.value }, after: { first.value = 2 }, { second.value = 3 }) == [3, 4, 5])
    #expect(await told({ tenfold.value }, after: { first.value = 3 }, { second.value = 4 }) == [50, 60, 70])
    let all = Property(combining: [first, second]) { $0 }
    #expect(await told({ all.value }, after: { second.value = 5 }) == [[3, 4], [3, 5]])
  }

  @Test func severalOfOneSource() async {
    let source = MutableProperty(1)
    let both = Property(source.map { $0 * 2 }, source.map { $0 * 3 }) { $0 + $1 }
    #expect(await told({ both.value }, after: { source.value = 2 }, { source.value = 3 }) == [5, 10, 15])
  }

  @Test func theChoiceOfAFlatMap() async {
    let isFirst = MutableProperty(true)
    let (first, second) = (MutableProperty(1), MutableProperty(10))
    let chosen = isFirst.flatMap { $0 ? first : second }
    #expect(
      await told(
        { chosen.value }, after: { first.value = 2 }, { isFirst.value = false }, { second.value = 20 },
        { isFirst.value = true }) == [1, 2, 10, 20, 2])
  }

  @Test func aPropertyFedByAStream() async {
    let stream = Subject<Int, Never>()
    let fed = Property(initial: 0, then: stream)
    #expect(await told({ fed.value }, after: { stream.send(1) }, { stream.send(2) }) == [0, 1, 2])
  }

  @Test func aPath() async {
    let (ada, grace) = (Flat("London"), Flat("New York"))
    let person = Tenant(ada)
    let owner = MutableProperty<Tenant?>(person)
    let city = owner.path(\.home).path(\.city)
    #expect(
      await told(
        { city.value }, after: { ada.city.value = "Paris" }, { person.home.value = grace },
        { grace.city.value = "Arlington" }, { owner.value = nil })
        == ["London", "Paris", "New York", "Arlington", nil])
  }

  @Test func aFieldOfAForm() async {
    let field = ValidatingProperty(1) { $0.isMultiple(of: 2) ? .valid : .invalid(Fault.odd) }
    #expect(await told({ field.isValid.value }, after: { field.input.value = 2 }) == [false, true])
    #expect(await told({ field.valid.value }, after: { field.input.value = 3 }) == [2, nil])
    #expect(await told({ field.result.value.isValid }, after: { field.input.value = 4 }) == [false, true])
    let other = MutableProperty(4)
    let second = ValidatingProperty(4, with: other) { $0 == $1 ? .valid : .invalid(Fault.odd) }
    #expect(await told({ second.isValid.value }, after: { other.value = 5 }) == [true, false])
    let answers = Subject<Verdict<Int, Fault>, Never>()
    let checked = field.checking { _ in answers.signal }
    #expect(
      await told({ checked.isValid.value }, after: { answers.send(.valid) }, { field.input.value = 6 })
        == [false, true, false])
  }

  @Test func propertiesBoundBothWays() async {
    let (left, right) = (MutableProperty(0), MutableProperty(1))
    left <~> right
    #expect(await told({ left.value }, after: { right.value = 2 }, { left.value = 3 }) == [1, 2, 3])
    let channel = Channel<Int>()
    left <~> channel.following
    #expect(await told({ right.value }, after: { channel.leading.send(4) }) == [3, 4])
  }

  @Test func severalInOneExpression() async {
    let (plain, other) = (MutableProperty(1), MutableProperty(10))
    let tenfold = plain.map { $0 * 10 }
    let sum = Property(plain, other) { $0 + $1 }
    #expect(
      await told(
        { [plain.value, tenfold.value, sum.value, other.value] }, after: { plain.value = 2 }, { other.value = 20 })
        == [[1, 10, 11, 10], [2, 20, 12, 10], [2, 20, 22, 20]])
  }

  @Test func aBatchNotifiesAtItsEnd() async {
    let (first, last) = (MutableProperty("Ada"), MutableProperty("Lovelace"))
    let full = Property(first, last) { "\($0) \($1)" }
    let change = {
      batch {
        first.value = "Grace"
        last.value = "Hopper"
      }
    }
    #expect(await told({ full.value }, after: change) == ["Ada Lovelace", "Grace Hopper"])
    #expect(
      await told(
        { "\(first.value) \(last.value)" }, after: { batch { first.value = "Ada" } }, { last.value = "Byron" })
        == ["Grace Hopper", "Ada Hopper", "Ada Byron"])
  }

  /// Observation itself begins to listen when the expression is over, and would miss it.
  @Test func aChangeWhileTheExpressionRunsIsNotMissed() async {
    let (plain, other) = (MutableProperty(1), MutableProperty(10))
    let tenfold = plain.map { $0 * 10 }
    let sum = Property(plain, other) { $0 + $1 }
    for read in [{ plain.value }, { tenfold.value }, { sum.value }] as [@Sendable () -> Int] {
      plain.value = 1
      let isFirst = Lock(true)
      var values = observe {
        let value = read()
        if isFirst.withLock({ first in
          defer { first = false }; return first
        }) {
          plain.value = 2
        }
        return value
      }.values.makeAsyncIterator()
      let first = await values.next()
      #expect(first.map { $0 < 20 } == true)
      #expect(await values.next() == read())
    }
  }

  @Test func itCompletesWhenAllThatItReadIsReleased() async {
    var plain: MutableProperty<Int>? = MutableProperty(1)
    let heard = Heard<String>()
    weak let property = plain
    let subscription = observe { property?.value ?? 0 }
      .subscribe(next: { [heard] in heard.append("\($0)") }, completed: { [heard] in heard.append("|") })
    #expect(heard.values == ["1"])
    plain = nil
    #expect(heard.values == ["1", "|"])
    subscription.dispose()
  }
}
