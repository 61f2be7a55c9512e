import Foundation
import Rill
import TestSupport
import Testing

/// Two properties of which either may read the other, and never both at a time.
private final class Pair: Sendable {
  let firstReads = MutableProperty(true)
  let secondReads = MutableProperty(false)
  private let places = MutableProperty<[Property<Int>]>([])

  /// `meanwhile` runs in the first closure, when it knows whether it reads the second.
  init(meanwhile: @escaping @Sendable (Pair) -> Void) {
    let first = Property { [unowned self] in
      let reads = firstReads.value
      meanwhile(self)
      return reads ? self.second.value : 1
    }
    let second = Property { [unowned self] in secondReads.value ? self.first.value : 2 }
    places.value = [first, second]
  }

  var first: Property<Int> { untracked { places.value }[0] }
  var second: Property<Int> { untracked { places.value }[1] }

  /// Runs on another thread: no snapshot has both reads.
  func turnRound() {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      self.firstReads.value = false
      self.secondReads.value = true
      done.signal()
    }
    done.wait()
  }
}

@Suite(.long) struct SeemingRingTests {
  /// The first closure decides to read the second. Before it does, the second is made to read the first. The glitch is
  /// discarded, and it must not count as a ring either.
  @Test func aRingOfTwoMomentsIsNone() async {
    await #expect(processExitsWith: .success) {
      let pair = Pair { pair in if pair.firstReads.value { pair.turnRound() } }
      precondition(pair.first.value == 1 && pair.second.value == 1)
    }
  }

  /// As before, but for that the second reads the first since the last time, and the first has changed since.
  @Test func aRingOfTwoMomentsIsNoneWhereReadsAreKnown() async {
    await #expect(processExitsWith: .success) {
      let pair = Pair { pair in
        guard pair.firstReads.value else { return }
        pair.turnRound()
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          precondition(pair.second.value == 1)
          pair.firstReads.value = false
          done.signal()
        }
        done.wait()
      }
      precondition(pair.first.value == 1 && pair.second.value == 1)
    }
  }

  /// It would restart forever, since it changes its own input.
  @Test func aClosureThatSetsAndReadsItselfTraps() async {
    await #expect(processExitsWith: .failure) {
      let source = MutableProperty(0)
      let place = MutableProperty<Property<Int>?>(nil)
      place.value = Property {
        let seen = source.value
        source.value = seen + 1
        return untracked { place.value }?.value ?? 0
      }
      _ = place.value?.value
    }
  }

  @Test func aRingOfOneMomentTraps() async {
    await #expect(processExitsWith: .failure) {
      let pair = Pair { _ in }
      pair.secondReads.value = true
      _ = pair.first.value
    }
  }
}
