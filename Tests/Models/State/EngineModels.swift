import Interleaving
import ModelSupport
import Rill
import Testing

/// The parts of the state engine, each in a program small enough to try every schedule.
///
/// Schedules have up to three preemptions of two threads, or two of three.
@Suite struct EngineModels {
  /// Enough for all schedules of these programs; the runs of mutants end earlier.
  static let schedules = max(Bounds.schedules, 60_000)

  func model(_ name: String, threads: Int = 2, _ body: @escaping (Program) -> Void) throws {
    try ModelSupport.model(
      "State engine: \(name)", preemptions: threads == 2 ? 3 : 2, schedules: Self.schedules, body)
  }

  // MARK: The drainer

  @Test func oneThreadDrainsForTwoSetters() throws {
    try model("set, set, one observer") { program in
      let source = MutableProperty(0)
      let told = Told<Int>()
      let handle = source.map { $0 }.subscribe { told.append($0) }
      for number in 1...2 { program.thread { source.value = number } }
      program.atEnd {
        expect(told.values.last == source.value, "told \(told.values), \(source.value)")
        handle.dispose()
      }
    }
  }

  @Test func oneThreadDrainsForThreeSetters() throws {
    try model("set, set, set, one observer", threads: 3) { program in
      let source = MutableProperty(0)
      let told = Told<Int>()
      let handle = source.map { $0 }.subscribe { told.append($0) }
      for number in 1...3 { program.thread { source.value = number } }
      program.atEnd {
        expect(told.values.last == source.value, "told \(told.values), \(source.value)")
        handle.dispose()
      }
    }
  }

  /// The thread that subscribes runs an observer first. Changes meanwhile are delivered afterwards.
  @Test func aNewObserverIsBusyWhileItIsNotified() throws {
    try model("subscribe, set") { program in
      let source = MutableProperty(0)
      let derived = source.map { $0 }
      let told = Told<Int>()
      program.thread { _ = derived.subscribe { told.append($0) } }
      program.thread { source.value = 1 }
      program.atEnd { expect(told.values.last == 1, "told \(told.values)") }
    }
  }

  @Test func anEffectRunsForTheLastChange() throws {
    try model("an effect, set, set") { program in
      let (one, other) = (MutableProperty(0), MutableProperty(0))
      let told = Told<Int>()
      let handle = effect { told.append(one.value + other.value) }
      program.thread { one.value = 1 }
      program.thread { other.value = 2 }
      program.atEnd {
        expect(told.values.last == 3, "told \(told.values)")
        handle.dispose()
      }
    }
  }

  // MARK: Disposal while another thread drains

  @Test func anObserverIsDisposedWhileItIsNotified() throws {
    try model("set, dispose") { program in
      let source = MutableProperty(0)
      let told = Told<Int>()
      let handle = source.map { $0 }.subscribe { told.append($0) }
      program.thread { source.value = 1 }
      program.thread { handle.dispose() }
      program.atEnd {
        source.value = 2
        expect(told.values == [0] || told.values == [0, 1], "told \(told.values)")
      }
    }
  }

  @Test func anEffectEndsWhileItsBodyRuns() throws {
    try model("an effect with a clean-up, set, dispose") { program in
      let source = MutableProperty(0)
      let (made, undone) = (Count(), Count())
      let handle = effect {
        _ = source.value
        made.add()
        return Disposable { undone.add() }
      }
      program.thread { source.value = 1 }
      program.thread { handle.dispose() }
      program.atEnd { expect(made.now == undone.now, "\(made.now) runs, \(undone.now) undone") }
    }
  }

  // MARK: Snapshots

  @Test func aReadIsOfOneVersion() throws {
    try model("set, read a diamond") { program in
      let source = MutableProperty(1)
      let diamond = Property(source.map { $0 }, source) { $0 - $1 }
      program.thread { source.value = 2 }
      program.thread { expect(diamond.value == 0, "read \(diamond.value)") }
    }
  }

  @Test func aTrackedReadIsOfOneVersion() throws {
    try model("set, read a tracked difference") { program in
      let source = MutableProperty(1)
      let copy = source.map { $0 }
      let difference = Property { source.value - copy.value }
      program.thread { source.value = 2 }
      program.thread { expect(difference.value == 0, "read \(difference.value)") }
    }
  }

  @Test func aThreadReadsItsWrites() throws {
    try model("set and read, set") { program in
      let (one, other) = (MutableProperty(0), MutableProperty(0))
      let sum = Property(one, other) { $0 + $1 }
      program.thread {
        one.value = 1
        let seen = sum.value
        expect(seen == 1 || seen == 3, "read \(seen)")
      }
      program.thread { other.value = 2 }
      program.atEnd { expect(sum.value == 3) }
    }
  }

  /// The value of an older version is not the one that others read afterwards.
  @Test func anOlderResultIsNotKept() throws {
    try model("read, set and read") { program in
      let source = MutableProperty(0)
      let derived = source.map { $0 }
      program.thread { _ = derived.value }
      program.thread {
        source.value = 1
        expect(derived.value == 1, "read \(derived.value)")
      }
    }
  }

  /// Another thread stores a newer result of one input during the evaluation.
  @Test func anEvaluationReadsNoNewerResult() throws {
    try model("read a sum, batch and read one of its inputs") { program in
      let (one, other) = (MutableProperty(0), MutableProperty(0))
      let copy = other.map { $0 }
      let sum = Property(one.map { $0 }, copy) { $0 + $1 }
      program.thread { expect(sum.value == 0, "read \(sum.value)") }
      program.thread {
        batch {
          one.value = 1
          other.value = -1
        }
        expect(copy.value == -1, "read \(copy.value)")
      }
    }
  }

  /// The walk has found the first input unchanged when another thread changes it.
  @Test func aWalkBeginsAgainAfterAChange() throws {
    try model("read behind two cut-offs, set") { program in
      let (one, other) = (MutableProperty(0), MutableProperty(0))
      let halves = [one, other].map { $0.map { $0 / 2 }.distinctUntilChanged() }
      let sum = Property(halves[0], halves[1]) { $0 + $1 }
      _ = sum.value
      for source in [one, other] { source.value = 1 }
      program.thread { _ = sum.value }
      program.thread { one.value = 2 }
      program.atEnd { expect(sum.value == 1, "read \(sum.value)") }
    }
  }

  /// The closure changes a source itself, of its graph or of another one. A change of its graph by another thread, at
  /// the same time, must not pass for one that the closure has made. Otherwise its old result is kept.
  @Test func aChangeByAnotherThreadIsNotTakenForOneOfItsOwn() throws {
    for isSameGraph in [false, true] {
      try model("read a closure that sets \(isSameGraph ? "its" : "another") graph, set") { program in
        let (source, other) = (MutableProperty(0), MutableProperty(0))
        let sum = isSameGraph ? Property(source, other) { $0 + $1 } : nil
        let derived = Property {
          let seen = source.value
          untracked { other.value += 1 }
          return seen
        }
        program.thread { _ = derived.value }
        program.thread { source.value = 1 }
        program.atEnd {
          expect(derived.value == 1, "read \(derived.value)")
          withExtendedLifetime(sum) {}
        }
      }
    }
  }

  /// The effect reads the property after its own set, and its last run has read it, too. It runs again even if a
  /// closure on another thread has just read the property, and the order of the reads differs.
  @Test func anEffectThatSetsItsInputRunsAgain() throws {
    try ModelSupport.model("State engine: set an effect that sets its input, read", preemptions: 2) { program in
      let (level, between, source) = (MutableProperty(0), MutableProperty(0), MutableProperty(0))
      let told = Told<Int>()
      let handle = effect {
        let now = level.value
        if now == 0 { _ = between.value }
        if now > untracked({ source.value }) { source.value = now }
        told.append(source.value)
      }
      program.thread { level.value = 1 }
      program.thread { _ = Property { source.value }.value }
      program.atEnd {
        expect(told.values == [0, 1, 1], "told \(told.values)")
        handle.dispose()
      }
    }
  }

  // MARK: Graphs that become one

  @Test func graphsUniteWhileOneIsSet() throws {
    try model("an effect over two graphs, set") { program in
      let (one, other) = (MutableProperty(0), MutableProperty(0))
      let (told, handles) = (Told<Int>(), Told<Disposable>())
      program.thread { handles.append(effect { told.append(one.value + other.value) }) }
      program.thread { other.value = 2 }
      program.atEnd {
        expect(told.values.last == 2, "told \(told.values)")
        for handle in handles.values { handle.dispose() }
      }
    }
  }

  @Test func graphsUniteWhileBothAreDrained() throws {
    try model("set, set, unite", threads: 3) { program in
      let (one, other) = (MutableProperty(0), MutableProperty(0))
      let (toldOne, toldOther) = (Told<Int>(), Told<Int>())
      let first = one.map { $0 }.subscribe { toldOne.append($0) }
      let second = other.map { $0 }.subscribe { toldOther.append($0) }
      program.thread { one.value = 1 }
      program.thread { other.value = 2 }
      program.thread { _ = Property(one, other) { $0 + $1 } }
      program.atEnd {
        expect(toldOne.values.last == 1 && toldOther.values.last == 2, "\(toldOne.values), \(toldOther.values)")
        first.dispose()
        second.dispose()
      }
    }
  }

  // MARK: First runs

  /// The closure reads another source in its first run, so that it shows which run the inputs come from.
  @Test func twoThreadsRunAClosureForTheFirstTime() throws {
    try model("two first runs") { program in
      let (one, other) = (MutableProperty(1), MutableProperty(2))
      let runs = Atomic(0)
      let derived = Property { runs.add(1, ordering: .relaxed).newValue == 1 ? other.value : one.value }
      for _ in 1...2 { program.thread { _ = derived.value } }
      program.atEnd {
        let isFromOne = derived.value == 1
        if isFromOne { one.value = 3 } else { other.value = 3 }
        let expected = isFromOne ? 3 : 1
        expect(derived.value == expected, "read \(derived.value), not \(expected)")
      }
    }
  }

  @Test func aFirstRunInsideAnEffectBelongsToItsSnapshot() throws {
    try model("an effect whose second input runs for the first time, set") { program in
      let (source, other, told) = (MutableProperty(1), MutableProperty(0), Told<[Int]>())
      let first = Property(source, other) { source, _ in source }
      let second = Property(source, Property { source.value }) { _, tracked in tracked }
      let handles = Told<Disposable>()
      program.thread { handles.append(effect { told.append([first.value, second.value]) }) }
      program.thread { source.value = 2 }
      program.atEnd {
        expect(told.values.allSatisfy { $0[0] == $0[1] } && told.values.last == [2, 2], "told \(told.values)")
        for handle in handles.values { handle.dispose() }
      }
    }
  }
}
