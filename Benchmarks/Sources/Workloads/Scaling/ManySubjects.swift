import Measuring
import Rill

/// More and more subjects that are alive at the same time.
enum ManySubjects {
  static let alone = Scale<Library>(
    "subjects", "ns per subject, to make it, to observe it, to send to it and to release it", sizes: .decades,
    [
      .rill: { count in
        let total = Total()
        return nanoseconds(perEachOf: count) {
          let subjects = (0..<count).map { _ in Subject<Int, Never>() }
          for subject in subjects { subject.map { $0 &+ 1 }.subscribe { total.add($0) } }
          for subject in subjects { subject.send(1) }
        }
      },
      .hand: { count in
        let total = Total()
        return nanoseconds(perEachOf: count) {
          let subjects = (0..<count).map { _ in HandSubject() }
          for subject in subjects {
            let receive = stored { total.add($0) }
            _ = subject.add(stored { receive($0 &+ 1) })
          }
          for subject in subjects { subject.send(1) }
        }
      },
    ])

  /// Not by hand: each would be told inside the one before it, which the stack does not bear.
  static let joined = Scale<Library>(
    "subjects_joined", "ns per subject, joined to the next by send(to:), for making, one value and releasing",
    sizes: .decades,
    [
      .rill: { count in
        let total = Total()
        return nanoseconds(perEachOf: count) {
          let subjects = (0...count).map { _ in Subject<Int, Never>() }
          for (subject, next) in zip(subjects, subjects.dropFirst()) { subject.send(to: next) }
          subjects[count].subscribe { total.add($0) }
          subjects[0].send(1)
        }
      }
    ])
}
