import Foundation
import Rill
import TestSupport
import Testing

/// A property that has the value that `set` was last called with, by any route.
private final class Driven: Sendable {
  let set: @Sendable (Int) -> Void
  private let property: Lock<Property<Int>?>
  private let source: Lock<MutableProperty<Int>?>
  private let isGone: @Sendable () -> Bool

  init(_ value: Int, _ derive: (MutableProperty<Int>) -> Property<Int>) {
    let source = MutableProperty(value)
    self.source = Lock(source)
    property = Lock(derive(source))
    set = { [weak source] in source?.value = $0 }
    isGone = { [weak source] in source == nil }
  }

  var value: Int { property.withLock { $0 }!.value }
  var signal: Signal<Int, Never> { property.withLock { $0 }!.signal }
  var isReleased: Bool { isGone() }

  func release() {
    _ = property.withLock { property in
      defer { property = nil }
      return property
    }
    _ = source.withLock { source in
      defer { source = nil }
      return source
    }
  }
}

/// A kind of property.
private struct PropertyKind: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let make: @Sendable (Int) -> Driven

  init(_ name: String, _ derive: @escaping @Sendable (MutableProperty<Int>) -> Property<Int>) {
    testDescription = name
    make = { Driven($0, derive) }
  }
}

private final class Model {
  @Observed var other = 0
}

private let kinds = [
  PropertyKind("read-only view") { Property($0) },
  PropertyKind("map") { $0.map { $0 + 1 }.map { $0 - 1 } },
  PropertyKind("two combined") { Property($0, $0.map { -$0 }) { ($0 - $1) / 2 } },
  PropertyKind("combined with @Observed") { Property($0, Model().$other) { $0 + $1 } },
  PropertyKind("a collection combined") { Property(combining: [$0.property, $0.map { $0 }]) { $0.reduce(0, +) / 2 } },
  PropertyKind("map of combined") { Property($0, Property(constant: 1)) { $0 + $1 }.map { $0 - 1 } },
  PropertyKind("flatMap onto a constant") { $0.flatMap { Property(constant: $0) } },
  PropertyKind("flatMap onto the source") { source in
    let view = source.map { $0 }
    return Property(constant: 0).flatMap { _ in view }
  },
  PropertyKind("from a stream") { Property(initial: 0, then: $0) },
  PropertyKind("remote") { source in
    RemoteProperty<Int>(
      "value", over: served(source), coding: JSONWireCoding(), retrying: Loopback.policy, on: Inline()
    ).value.map { $0 ?? .min }
  },
]

/// The way to a service that offers a property.
private func served(_ source: MutableProperty<Int>) -> Loopback {
  let service = WireService(coding: JSONWireCoding(), on: Inline())
  service.offer("value", source)
  return Loopback(service: service, end: source.signal.map { _ in })
}

/// The original's examples for signals of properties, for every kind of property.
@Suite struct PropertyBatteryTests {
  @Test(arguments: kinds) fileprivate func theCurrentValueOnceAtSubscriptionThenEveryChange(_ kind: PropertyKind) {
    let driven = kind.make(1)
    driven.set(2)
    let signal = driven.signal
    driven.set(3)
    let heard = Heard<Int>()
    signal.subscribe { heard.append($0) }
    #expect(heard.values == [3])
    driven.set(4)
    driven.set(4)
    driven.set(3)
    #expect(heard.values == [3, 4, 4, 3])
    #expect(driven.value == 3)
    driven.release()
  }

  @Test(arguments: kinds) fileprivate func observingKeepsNothingAliveAndCompletes(_ kind: PropertyKind) {
    let driven = kind.make(1)
    let heard = Heard<String>()
    driven.signal.subscribe(next: { heard.append("\($0)") }, completed: { heard.append("|") })
    driven.set(2)
    driven.release()
    #expect(driven.isReleased)
    #expect(heard.values == ["1", "2", "|"])
  }

  @Test(arguments: kinds) fileprivate func aSignalKeepsSendingTheLastValueAndTheEnd(_ kind: PropertyKind) {
    let driven = kind.make(1)
    let signal = driven.signal
    driven.set(2)
    driven.release()
    let heard = Heard<String>()
    signal.subscribe(next: { heard.append("\($0)") }, completed: { heard.append("|") })
    #expect(heard.values == ["2", "|"])
  }

  @Test(arguments: kinds) fileprivate func aChangeOnAnotherThreadIsDeliveredThere(_ kind: PropertyKind) {
    let driven = kind.make(1)
    let threads = Heard<ObjectIdentifier>()
    driven.signal.subscribe { _ in threads.append(ObjectIdentifier(Thread.current)) }
    let other = Heard<ObjectIdentifier>()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      other.append(ObjectIdentifier(Thread.current))
      driven.set(2)
      done.signal()
    }
    done.wait()
    #expect(threads.values.dropFirst() == other.values[...])
    driven.release()
  }

  @Test(arguments: kinds) fileprivate func observationsOfOnePropertyEndIndependently(_ kind: PropertyKind) {
    let driven = kind.make(0)
    let (first, second) = (Heard<Int>(), Heard<Int>())
    let one = driven.signal.subscribe { first.append($0) }
    let two = driven.signal.subscribe { second.append($0) }
    driven.set(1)
    one.dispose()
    driven.set(2)
    two.dispose()
    driven.set(3)
    #expect(first.values == [0, 1])
    #expect(second.values == [0, 1, 2])
    #expect(driven.value == 3)
    driven.release()
    #expect(driven.isReleased)
  }

  @Test(arguments: kinds) fileprivate func aChangeIsVisibleBeforeItIsDelivered(_ kind: PropertyKind) {
    let driven = kind.make(0)
    let heard = Heard<[Int]>()
    driven.signal.subscribe { [unowned driven] in heard.append([$0, driven.value]) }
    driven.set(1)
    driven.set(2)
    #expect(heard.values == [[0, 0], [1, 1], [2, 2]])
    driven.release()
  }

  @Test(arguments: kinds) fileprivate func observersAreNotifiedInTheOrderOfSubscription(_ kind: PropertyKind) {
    let driven = kind.make(0)
    let heard = Heard<String>()
    for name in ["a", "b", "c"] { driven.signal.skip(1).subscribe { heard.append("\(name)\($0)") } }
    driven.set(1)
    driven.set(2)
    #expect(heard.values == ["a1", "b1", "c1", "a2", "b2", "c2"])
    driven.release()
  }

  @Test(arguments: kinds) fileprivate func settingInsideAHandlerIsQueuedAndNotLost(_ kind: PropertyKind) {
    let driven = kind.make(0)
    let (first, second) = (Heard<Int>(), Heard<Int>())
    let set = driven.set
    driven.signal.subscribe { value in
      first.append(value)
      if (1..<5).contains(value) { set(value + 1) }
    }
    driven.signal.subscribe { second.append($0) }
    driven.set(1)
    #expect(first.values == [0, 1, 2, 3, 4, 5])
    // An observer that is still due when the value is set again receives only the newest. Observers of a source receive
    // each.
    #expect(second.values.last == 5)
    #expect(second.values == second.values.sorted() && Set(second.values).count == second.values.count)
    driven.release()
  }

  @Test(arguments: kinds) fileprivate func aBatchNotifiesOnce(_ kind: PropertyKind) {
    let driven = kind.make(0)
    let heard = Heard<Int>()
    driven.signal.subscribe { heard.append($0) }
    batch { for value in 1...3 { driven.set(value) } }
    driven.set(4)
    #expect(heard.values.last == 4)
    // A stream that feeds a property is notified when the batch is over.
    #expect(heard.values == [0, 3, 4])
    driven.release()
  }

  @Test(arguments: kinds)
  fileprivate func subscribingDisposingAndChangingAtTheSameTime(_ kind: PropertyKind) async {
    let driven = kind.make(0)
    await withTaskGroup { group in
      group.addTask { for value in 1...1_000 { driven.set(value) } }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<500 {
            let last = Heard<Int>()
            let subscription = driven.signal.subscribe { last.append($0) }
            subscription.dispose()
            if last.values != last.values.sorted() { Issue.record("out of order: \(last.values)") }
          }
        }
      }
    }
    let heard = Heard<Int>()
    driven.signal.subscribe { heard.append($0) }
    driven.set(1_001)
    #expect(heard.values == [1_000, 1_001])
    driven.release()
    #expect(driven.isReleased)
  }
}
