import Measuring
import Rill
import Synchronization

/// A growing number of streams, concatenated or merged.
enum ManyStreams {
  static let concatenated = Scale<Library>(
    "concat_of_many", "ns per stream of one value", sizes: .decades,
    [
      .rill: { count in
        let total = Total()
        let streams = (0..<count).map { stored(Signal<Int, Never>.just($0)) }
        return nanoseconds(perEachOf: count) { concat(streams).subscribe { total.add($0) } }
      },
      .hand: { count in
        let total = Total()
        let receive = stored { total.add($0) }
        let streams = (0..<count).map { number in stored { (next: (Int) -> Void) in next(number) } }
        return nanoseconds(perEachOf: count) { for stream in streams { stream(receive) } }
      },
    ])

  static let merged = Scale<Library>(
    "merge_of_many", "ns per stream, to subscribe to it, to receive one value of it, and to dispose", sizes: .decades,
    [
      .rill: { count in
        let total = Total()
        let subjects = (0..<count).map { _ in Subject<Int, Never>() }
        return nanoseconds(perEachOf: count) {
          let handle = merge(subjects).subscribe { total.add($0) }
          for subject in subjects { subject.send(1) }
          handle.dispose()
        }
      },
      .hand: { count in
        let total = Total()
        let subjects = (0..<count).map { _ in HandSubject() }
        let receive = Mutex(stored { total.add($0) })
        return nanoseconds(perEachOf: count) {
          let ids = subjects.map { subject in subject.add { number in receive.withLock { $0(number) } } }
          for subject in subjects { subject.send(1) }
          for (subject, id) in zip(subjects, ids) { subject.remove(id) }
        }
      },
    ])
}
