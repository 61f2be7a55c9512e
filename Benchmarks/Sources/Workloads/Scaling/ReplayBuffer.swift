import Measuring
import Rill
import Synchronization

/// A replay subject with a growing buffer.
enum ReplayBuffer {
  static let scale = Scale<Library>(
    "replay_buffer", "ns per value, for sending twice the capacity, and replaying the buffer to a new observer", sizes: .decades,
    [
      .rill: { count in
        let total = Total()
        return nanoseconds(perEachOf: 3 * count) {
          let subject = ReplaySubject<Int, Never>(count: count)
          for number in 0..<2 * count { subject.send(number) }
          subject.subscribe { total.add($0) }.dispose()
        }
      },
      .hand: { count in
        let total = Total()
        return nanoseconds(perEachOf: 3 * count) {
          let kept = Mutex(ContiguousArray<Int>())
          for number in 0..<2 * count {
            kept.withLock { kept in
              if kept.count < count { kept.append(number) } else { kept[number % count] = number }
            }
          }
          let receive = stored { total.add($0) }
          kept.withLock { kept in
            for place in 0..<count { receive(kept[place]) }
          }
        }
      },
    ])
}
