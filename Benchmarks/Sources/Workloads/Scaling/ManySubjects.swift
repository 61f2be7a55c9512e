import Measuring
import Rill

/// A growing number of live subjects.
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

  /// There is no version by hand: each delivery would nest inside the previous one and overflow the stack.
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
