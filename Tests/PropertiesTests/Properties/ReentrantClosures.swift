import Rill
import StreamTesting
import TestSupport
import Testing

/// State that depends on a number: the number that it shows, and an observer of it.
struct Dependent: Sendable {
  let shown: @Sendable () -> Int
  let observe: @Sendable () -> Disposable

  init(shown: @escaping @Sendable () -> Int, observe: @escaping @Sendable () -> Disposable) {
    self.shown = shown
    self.observe = observe
  }

  init(_ property: Property<Int>) {
    shown = { property.value }
    observe = { property.subscribe { _ in } }
  }

  /// Shows what an observer has received.
  init(observing observe: @escaping @Sendable (@escaping @Sendable (Int) -> Void) -> Disposable) {
    let received = Lock(0)
    shown = { received.withLock { $0 } }
    self.observe = { observe { value in received.withLock { $0 = value } } }
  }
}

/// A public closure of Properties that calls `act`. The dependent shows the number of its source, unchanged.
struct ReentrantClosure: Sendable, CustomTestStringConvertible {
  let name: String
  let make: @Sendable (MutableProperty<Int>, Act) -> Dependent

  init(_ name: String, _ make: @escaping @Sendable (MutableProperty<Int>, Act) -> Dependent) {
    self.name = name
    self.make = make
  }

  var testDescription: String { name }

  /// Every closure that runs synchronously. A new one needs a line here. `observe` has its own tests.
  static let all = derived + observers + fields

  private static let derived: [ReentrantClosure] = [
    .init("map") { source, act in .init(source.map { act($0) }) },
    .init("flatMap") { source, act in .init(source.flatMap { Property(constant: act($0)) }) },
    .init("distinctUntilChanged(by:)") { source, act in .init(source.distinctUntilChanged { act($0) == $1 }) },
    .init("Property { }") { source, act in .init(Property { act(source.value) }) },
    .init("Property.isolated") { source, act in .init(.isolated { act(source.value) }) },
    .init("Property of two") { source, act in .init(Property(source, source) { act(max($0, $1)) }) },
    .init("Property of three") { source, act in .init(Property(source, source, source) { act(max($0, $1, $2)) }) },
    .init("Property of four") { source, act in
      .init(Property(source, source, source, source) { act(max($0, $1, $2, $3)) })
    },
    .init("Property(combining:)") { source, act in
      .init(Property(combining: [source, source]) { act($0[0]) })
    },
    .init("untracked") { source, act in
      .init(
        Property {
          let number = source.value
          return untracked { act(number) }
        })
    },
  ]

  private static let observers: [ReentrantClosure] = [
    .init("subscribe") { source, act in
      .init(observing: { receive in source.subscribe { receive(act($0)) } })
    },
    .init("effect") { source, act in
      .init(observing: { receive in effect { receive(act(source.value)) } })
    },
    .init("effect with a clean-up") { source, act in
      .init(observing: { receive in
        effect {
          receive(act(source.value))
          return Disposable {}
        }
      })
    },
    .init("the clean-up of an effect") { source, act in
      .init(observing: { receive in
        effect {
          receive(source.value)
          return Disposable { _ = act(0) }
        }
      })
    },
  ]

  private static let fields: [ReentrantClosure] = [
    .init("ValidatingProperty") { source, act in
      .init(shown(ValidatingProperty<Int, Fault>(source) { act($0) < 0 ? .invalid(Fault()) : .valid }))
    },
    .init("ValidatingProperty(with:)") { source, act in
      .init(
        shown(
          ValidatingProperty<Int, Fault>(source, with: source) { act(max($0, $1)) < 0 ? .invalid(Fault()) : .valid }))
    },
    .init("checking") { source, act in
      .init(
        shown(
          ValidatingProperty<Int, Fault>(source) { _ in .valid }.checking { value in
            Signal<Verdict<Int, Fault>, Never>.just(act(value) < 0 ? .invalid(Fault()) : .valid)
          }))
    },
  ]

  private static func shown(_ field: ValidatingProperty<Int, Fault>) -> Property<Int> {
    field.result.map { $0.value ?? -1 }
  }
}

private struct Fault: Equatable {}
