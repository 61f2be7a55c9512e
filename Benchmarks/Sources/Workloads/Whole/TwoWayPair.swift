import Measuring
import Rill
import Synchronization

/// Two properties that are kept equal, each with an observer. One end is set, then the other.
enum TwoWayPair {
  static let workload = Workload(
    "two_way_pair", event: "set", events: 50_000,
    remark: "no peer has a two-way binding",
    [.rill: rill, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let left = MutableProperty(0)
    let right = MutableProperty(0)
    let binding = left <~> right
    left.subscribe { total.add($0) }
    right.subscribe { total.add($0) }
    for number in 1...events / 2 {
      left.value = number
      right.value = -2 &* number
    }
    binding.dispose()
    return total.value &+ left.value &- right.value
  }

  /// Each end has a lock, and a flag for the origin of a change.
  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let left = HandEnd()
    let right = HandEnd()
    let observer = stored { total.add($0) }
    left.observe { value, isEcho in
      observer(value)
      if !isEcho { right.set(value, isEcho: true) }
    }
    right.observe { value, isEcho in
      observer(value)
      if !isEcho { left.set(value, isEcho: true) }
    }
    for number in 1...events / 2 {
      left.set(number)
      right.set(-2 &* number)
    }
    return total.value &+ left.value &- right.value
  }

  private final class HandEnd: Sendable {
    private let present = Mutex(0)
    nonisolated(unsafe) private var receive: (Int, Bool) -> Void = { _, _ in }

    var value: Int { present.withLock { $0 } }

    @inline(never)
    func observe(_ receive: @escaping (Int, Bool) -> Void) { self.receive = receive }

    @inline(never)
    func set(_ value: Int, isEcho: Bool = false) {
      present.withLock { $0 = value }
      receive(value, isEcho)
    }
  }
}
