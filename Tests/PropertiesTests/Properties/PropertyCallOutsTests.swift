import Dispatch
import Foundation
import Observation
import Rill
import StreamTesting
import TestSupport
import Testing

#if DEBUG
  /// Contract 4, for properties: values and closures that look whether a lock is held wherever they are used.
  struct PropertyCallOutsTests {
    private let probe = LockProbe()

    @Test func nothingOfTheUsersRunsUnderALock() {
      do {
        let one = MutableProperty(probe.value(1))
        let other = MutableProperty(probe.value(2))
        let sum = Property(one, other) { [probe] in
          probe.look("a transform")
          return probe.value($0.number + $1.number)
        }
        let mapped = sum.map { [probe] in probe.value($0.number) }
        let chosen = one.flatMap { [probe] _ in
          probe.look("a choice")
          return other.property
        }
        let optional = MutableProperty<Probed?>(nil)
        optional.subscribe { [probe] _ in probe.look("a handler") }
        sum.subscribe { [probe] _ in probe.look("a handler") }
        mapped.subscribe { [probe] _ in probe.look("a handler") }
        chosen.subscribe { [probe] _ in probe.look("a handler") }
        one <~> other
        for number in 3...6 {
          one.value = probe.value(number)
          other.modify { [probe] value in
            probe.look("a change")
            value = probe.value(value.number + 1)
          }
          optional.value = probe.value(number)
          _ = mapped.value
        }
        batch {
          one.value = probe.value(7)
          one.value = probe.value(8)
          optional.value = nil
          other.value = probe.value(9)
          _ = sum.value
        }
        other <~ Signal([probe.value(10), probe.value(11)])
      }
      #expect(probe.lookCount > 10)
      #expect(probe.breaches == [])
    }

    /// A result computed while another thread set the source is returned, but not stored.
    @Test(arguments: Way.all) private func aResultThatIsNotStoredIsReleasedWithoutALock(_ way: Way) {
      let (source, runs) = (MutableProperty(1), Heard<Int>())
      let result = way.make(source) { [probe] number in
        if runs.values.isEmpty { Self.onAnotherThread { source.value = 2 } }
        runs.append(number)
        return probe.value(number)
      }
      #expect(result.value.number == 1)
      #expect(result.value.number == 2)
      #expect(runs.values == [1, 2])
      #expect(probe.breaches == [])
    }

    /// A kind of property that is computed.
    fileprivate struct Way: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let make: @Sendable (MutableProperty<Int>, @escaping @Sendable (Int) -> Probed) -> Property<Probed>

      static let all = [
        Way(testDescription: "map") { source, compute in source.map(compute) },
        Way(testDescription: "two combined") { source, compute in Property(source, source) { one, _ in compute(one) } },
        Way(testDescription: "a collection combined") { source, compute in
          Property(combining: [source]) { compute($0[0]) }
        },
        Way(testDescription: "tracked") { source, compute in Property { compute(source.value) } },
        Way(testDescription: "distinctUntilChanged") { source, compute in
          source.map(compute).distinctUntilChanged { $0.number == $1.number }
        },
        Way(testDescription: "flatMap") { source, compute in
          source.flatMap { number in Property(constant: compute(number)) }
        },
      ]
    }

    private static func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
      let isOver = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        body()
        isOver.signal()
      }
      isOver.wait()
    }
  }
#endif
