import Observation
import Rill
import TestSupport
import Testing

/// A binding from a stream to something that has a value, as a test drives it.
@MainActor
private final class Bound {
  var source: Subject<Int, Never>? = Subject()
  var binding: Disposable = .disposed
  let read: () -> Int?
  let isReleased: () -> Bool
  private let release: () -> Void
  private let bind: (Subject<Int, Never>) -> Disposable

  init<Target: AnyObject>(
    _ make: () -> Target, _ read: @escaping (Target) -> Int,
    _ bind: @escaping (Target, Subject<Int, Never>) -> Disposable
  ) {
    var target: Target? = make()
    weak let released = target
    self.read = { released.map(read) }
    isReleased = { released == nil }
    release = { target = nil }
    self.bind = { bind(released!, $0) }
    bindAgain()
  }

  func bindAgain() { binding = bind(source!) }
  func releaseTarget() { release() }
}

@MainActor private final class Label {
  var number = 0
}

@MainActor private final class ObservedLabel: Observable {
  @Observed var number = 0
}

/// A kind of one-way binding.
struct OneWayKind: CustomTestStringConvertible, Sendable {
  let testDescription: String

  /// Whether the binding ends immediately when its target is released.
  var endsAtOnce = true
  fileprivate let make: @MainActor @Sendable () -> Bound
}

private let kinds = [
  OneWayKind(testDescription: "property <~ stream") {
    Bound({ MutableProperty(0) }, { $0.value }, { $0 <~ $1 })
  },
  OneWayKind(testDescription: "property of optionals <~ stream") {
    Bound({ MutableProperty<Int?>(0) }, { $0.value ?? -1 }, { $0 <~ $1 })
  },
  OneWayKind(testDescription: "bind to a stored property", endsAtOnce: false) {
    Bound({ Label() }, { $0.number }, { bind(\.number, of: $0, to: $1) })
  },
  OneWayKind(testDescription: "bind to an @Observed property") {
    Bound({ ObservedLabel() }, { $0.number }, { bind(\.number, of: $0, to: $1) })
  },
  OneWayKind(testDescription: "bind with a default") {
    Bound({ ObservedLabel() }, { $0.number }, { bind(\.number, of: $0, to: $1.map { Optional($0) }, default: -1) })
  },
  OneWayKind(testDescription: "terminal of a channel") {
    Bound(
      { MutableProperty(0) }, { $0.value },
      { property, stream in
        let channel = Channel<Int>()
        return CompositeDisposable([
          property.terminal <~> channel.following, stream.subscribe { channel.leading.send($0) },
        ]).disposable
      })
  },
]

private let streams = kinds.filter { $0.testDescription != "terminal of a channel" }

/// The original's examples for property bindings, for every kind of one-way binding.
@MainActor @Suite struct OneWayBatteryTests {
  @Test(arguments: kinds) fileprivate func theTargetHasTheLatestValue(_ kind: OneWayKind) {
    let bound = kind.make()
    #expect(bound.read() == 0)
    bound.source?.send(1)
    #expect(bound.read() == 1)
    bound.source?.send(1)
    bound.source?.send(2)
    #expect(bound.read() == 2)
  }

  @Test(arguments: streams) fileprivate func completionLeavesTheValueAndEndsTheBinding(_ kind: OneWayKind) {
    let bound = kind.make()
    bound.source?.send(3)
    bound.source?.complete()
    #expect(bound.read() == 3)
    #expect(bound.binding.isDisposed)
  }

  @Test(arguments: streams) fileprivate func aSecondBindingIsAllowedWhenTheFirstHasCompleted(_ kind: OneWayKind) {
    let bound = kind.make()
    bound.source?.send(3)
    bound.source?.complete()
    bound.source = Subject()
    bound.bindAgain()
    bound.source?.send(4)
    #expect(bound.read() == 4)
  }

  @Test(arguments: kinds) fileprivate func disposingStops(_ kind: OneWayKind) {
    let bound = kind.make()
    bound.source?.send(1)
    bound.binding.dispose()
    bound.source?.send(2)
    #expect(bound.read() == 1)
  }

  @Test(arguments: streams) fileprivate func theSourceGoesFirst(_ kind: OneWayKind) {
    let bound = kind.make()
    bound.source?.send(1)
    bound.source = nil
    #expect(bound.binding.isDisposed)
    #expect(bound.read() == 1)
    bound.releaseTarget()
    #expect(bound.isReleased())
  }

  @Test(arguments: kinds) fileprivate func theTargetGoesFirstAndLaterValuesAreIgnored(_ kind: OneWayKind) {
    let bound = kind.make()
    bound.releaseTarget()
    #expect(bound.isReleased())
    if kind.endsAtOnce, kind.testDescription != "terminal of a channel" { #expect(bound.binding.isDisposed) }
    bound.source?.send(1)
    if kind.testDescription != "terminal of a channel" { #expect(bound.binding.isDisposed) }
    bound.source?.send(2)
    bound.source = nil
  }

  @Test(arguments: streams) fileprivate func bothEndsAreReleasedTogether(_ kind: OneWayKind) {
    var bound: Bound? = kind.make()
    let binding = bound!.binding
    let isReleased = bound!.isReleased
    bound!.source!.send(1)
    bound = nil
    #expect(isReleased())
    #expect(binding.isDisposed)
  }
}

@MainActor @Suite struct BindDefaultTests {
  @Test func theDefaultIsSetWhereThereIsNoValue() {
    let label = ObservedLabel()
    let numbers = MutableProperty<Int?>(nil)
    bind(\.number, of: label, to: numbers, default: -1)
    #expect(label.number == -1)
    numbers.value = 5
    #expect(label.number == 5)
    numbers.value = nil
    #expect(label.number == -1)
  }

  @Test func theTargetLivesThroughASlowSetter() {
    final class Slow: Sendable {
      let heard: Heard<Int>
      let whileSetting: @Sendable () -> Void
      var number: Int {
        get { heard.values.last ?? 0 }
        set {
          whileSetting()
          heard.append(newValue)
        }
      }
      init(_ heard: Heard<Int>, whileSetting: @escaping @Sendable () -> Void) {
        self.heard = heard
        self.whileSetting = whileSetting
      }
    }
    let heard = Heard<Int>()
    let owner = MutableProperty<Slow?>(nil)
    let numbers = Subject<Int, Never>()
    owner.value = Slow(heard) { owner.value = nil }
    weak let released = owner.value
    bind(\.number, of: owner.value!, to: numbers)
    numbers.send(1)
    #expect(heard.values == [1])
    #expect(released == nil)
    numbers.send(2)
    #expect(heard.values == [1])
  }
}
