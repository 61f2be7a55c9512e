import Operators
import StreamTesting
import Testing

#if DEBUG
  struct LockProbeTests {
    private let probe = LockProbe()

    @Test func itFindsEveryLockThatTheThreadHolds() {
      probe.look("free")
      Lock(0).withLock { _ in
        probe.look("one")
        Lock(0).withLock { _ in probe.look("two") }
        Condition().withLock { probe.look("a condition") }
      }
      withSmallStack { [probe] in probe.look("another thread") }
      probe.look("free again")
      #expect(probe.lookCount == 6)
      #expect(
        probe.breaches == [
          "one ran with 1 locks held", "two ran with 2 locks held", "a condition ran with 2 locks held",
        ])
    }

    @Test func itsValuesLookWhereverTheyAreUsed() {
      var value: Probed? = probe.value(1)
      let other = probe.value(2)
      Lock(0).withLock { _ in
        #expect(value! != other && value! < other)
        _ = value!.hashValue
        value = nil
      }
      #expect(Set(probe.breaches.map { $0.prefix { $0 != " " } }) == ["==", "<", "hash(into:)", "deinit"])
      #expect(probe.breaches.allSatisfy { $0.hasSuffix("ran with 1 locks held") })
    }

    /// The operator keeps its last value under a lock, and releases it under the lock.
    @Test func theBatteryFindsAValueThatIsReleasedUnderALock() {
      let texts = Lock<[String]>([])
      withKnownIssue {
        Battery.check("keeps one") { (input: Signal<Probed, Probed>) in
          let last = Lock<Probed?>(nil)
          return input.map { value in
            last.withLock { $0 = value }
            return value
          }
        }
      } matching: { issue in
        texts.withLock { $0.append("\(issue.comments)") }
        return true
      }
      let found = texts.withLock { $0 }
      #expect(found.contains { $0.contains("breaks rule 4") && $0.contains("deinit ran with 1 locks held") })
    }
  }
#endif
