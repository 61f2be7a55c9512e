import Interleaving
import ModelSupport
import Operators
import Testing

@Suite struct JoiningModels {
  @Test func twoThatAreMerged() throws {
    try model("Joint, merge: send, send, complete, complete") { program in
      let (one, other) = (Subject<Int, Never>(), Subject<Int, Never>())
      let (told, ends) = (Told<Int>(), Count())
      merge(one, other).subscribe(next: { told.append($0) }, completed: { ends.add() })
      for (thread, subject) in [one, other].enumerated() {
        program.thread {
          subject.send(thread)
          subject.complete()
        }
      }
      program.atEnd {
        expect(Set(told.values) == [0, 1], "told \(told.values)")
        expect(ends.now == 1, "\(ends.now) ends")
      }
    }
  }

  @Test func twoThatAreCombined() throws {
    try model("Joint, combineLatest: send, send, dispose") { program in
      let (one, other) = (BehaviorSubject<Int, Never>(0), BehaviorSubject<Int, Never>(0))
      let told = Told<Int>()
      let handle = combineLatest(one, other).subscribe { told.append($0.0 + $0.1) }
      program.thread { one.send(1) }
      program.thread { other.send(2) }
      program.atEnd {
        expect(told.values.last == 3, "told \(told.values)")
        handle.dispose()
      }
    }
  }

  @Test func anUpstreamThatFailsWhileAnotherSends() throws {
    try model("Joint, merge: send, fail") { program in
      let (one, other) = (Subject<Int, Lost>(), Subject<Int, Lost>())
      let (told, ends) = (Told<Int>(), Count())
      merge(one, other).subscribe(
        next: { told.append($0) }, failed: { _ in ends.add() }, completed: { ends.add(100) })
      program.thread {
        one.send(1)
        one.send(2)
      }
      program.thread { other.fail(Lost()) }
      program.atEnd {
        expect(ends.now == 1, "\(ends.now) ends")
        expect([[], [1], [1, 2]].contains(told.values), "told \(told.values)")
      }
    }
  }

  @Test func oneStreamAfterAnother() throws {
    try model("Relay, concat: complete, send, dispose") { program in
      let (one, other) = (Subject<Int, Never>(), Subject<Int, Never>())
      let told = Told<Int>()
      let handle = concat(one, other).subscribe { told.append($0) }
      program.thread {
        one.send(1)
        one.complete()
      }
      program.thread { other.send(2) }
      program.thread { handle.dispose() }
      program.atEnd { expect([[], [1], [1, 2], [2]].contains(told.values), "told \(told.values)") }
    }
  }

  private struct Lost: Error {}
}
