import Interleaving
import ModelSupport
import Rill
import Testing

/// Several threads set, read and watch derived state. No observer receives a glitch, and all receive the last state.
@Suite struct GraphModels {
  @Test func twoThreadsSetInputsOfOneDerivedProperty() throws {
    try model("Property graph: set, set, observed") { program in
      let (one, other) = (MutableProperty(0), MutableProperty(0))
      let sum = Property(one, other) { $0 + $1 }
      let told = Told<Int>()
      let handle = sum.subscribe { told.append($0) }
      program.thread { one.value = 1 }
      program.thread { other.value = 2 }
      program.atEnd {
        expect(told.values.last == 3 && sum.value == 3, "told \(told.values)")
        handle.dispose()
      }
    }
  }

  @Test func aDiamondIsReadWhileItIsSet() throws {
    try model("Property graph: set, read a diamond") { program in
      let source = MutableProperty(1)
      let diamond = Property(source.map { $0 }, source.map { -$0 }) { $0 + $1 }
      program.thread { source.value = 2 }
      program.thread { expect(diamond.value == 0, "read \(diamond.value)") }
      program.thread { expect(diamond.value == 0, "read \(diamond.value)") }
    }
  }

  // One step of each of two threads: small enough for all interleavings.

  @Test func aDiamondIsReadOnceWhileItIsSet() throws {
    try model("Property graph: set, read a diamond once", withoutBound: true) { program in
      let source = MutableProperty(1)
      let diamond = Property(source.map { $0 }, source.map { -$0 }) { $0 + $1 }
      program.thread { source.value = 2 }
      program.thread { expect(diamond.value == 0, "read \(diamond.value)") }
    }
  }

  /// Another thread reads a derived property while a batch changes its sources.
  @Test func aBatchIsRead() throws {
    try model("Property graph: batch, read", withoutBound: true) { program in
      let (one, other) = (MutableProperty(0), MutableProperty(0))
      let sum = Property(one, other) { $0 + $1 }
      program.thread {
        batch {
          one.value = 1
          other.value = -1
        }
        expect(sum.value == 0)
      }
      program.thread {
        let seen = [sum.value, sum.value]
        expect(seen == [0, 0], "half of a batch: \(seen)")
      }
      program.atEnd { expect(sum.value == 0) }
    }
  }

  @Test func aBatchNotifiesOnce() throws {
    try model("Property graph: batch, set, observed") { program in
      let (one, other, third) = (MutableProperty(0), MutableProperty(0), MutableProperty(0))
      let sum = Property(one, other, third) { one, other, third in (one + other, third) }
      let told = Told<Int>()
      let handle = sum.subscribe {
        expect($0.0 == 0, "half of a batch: \($0.0)")
        told.append($0.1)
      }
      program.thread {
        batch {
          one.value = 1
          other.value = -1
        }
      }
      program.thread { third.value = 1 }
      program.atEnd {
        expect(told.values.last == 1, "told \(told.values)")
        handle.dispose()
      }
    }
  }

  /// Runs two threads whose batches each add to one property and subtract from the other: the sum stays.
  private func moveInBatches(_ program: Program, _ one: MutableProperty<Int>, _ other: MutableProperty<Int>) {
    for number in 1...2 {
      program.thread {
        batch {
          one.modify { $0 += number }
          other.modify { $0 -= number }
        }
      }
    }
  }

  @Test func twoBatchesThatOverlap() throws {
    try model("Property graph: batch, batch, observed") { program in
      let (one, other) = (MutableProperty(0), MutableProperty(0))
      let sum = Property(one, other) { $0 + $1 }
      let told = Told<Int>()
      let handle = sum.subscribe {
        expect($0 == 0, "half of a batch: \($0)")
        told.append($0)
      }
      moveInBatches(program, one, other)
      program.atEnd {
        expect(sum.value == 0 && one.value == 3)
        handle.dispose()
      }
    }
  }

  /// A value computed for an observer that another batch has invalidated meanwhile would contain half of that batch.
  /// The value would have changed twice.
  @Test func batchesThatChangeNothing() throws {
    try model("Property graph: batch, batch, observed where different") { program in
      let (one, other) = (MutableProperty(0), MutableProperty(0))
      let told = Told<Int>()
      let handle = Property(one, other) { $0 + $1 }.distinctUntilChanged().subscribe { told.append($0) }
      moveInBatches(program, one, other)
      program.atEnd {
        expect(told.values == [0], "told \(told.values)")
        handle.dispose()
      }
    }
  }

  @Test func oneThatSubscribesAndGoes() throws {
    try model("Property graph: set, subscribe, dispose") { program in
      let source = MutableProperty(0)
      let derived = source.map { $0 * 2 }
      let told = Told<Int>()
      program.thread {
        source.value = 1
        source.value = 2
      }
      program.thread {
        let handle = derived.subscribe { told.append($0) }
        handle.dispose()
      }
      program.atEnd { expect(!told.values.isEmpty && told.values.isAscending, "told \(told.values)") }
    }
  }

  @Test func anEffectThatComesToDependOnMore() throws {
    try model("Property graph: an effect with a choice, set, set") { program in
      let (choice, one) = (MutableProperty(0), MutableProperty(0))
      let told = Told<Int>()
      let handle = effect { told.append(choice.value == 0 ? -1 : one.value) }
      program.thread { choice.value = 1 }
      program.thread { one.value = 5 }
      program.atEnd {
        expect(told.values.last == 5, "told \(told.values)")
        handle.dispose()
      }
    }
  }

  /// The effect has read one source when its graph becomes part of a larger one, and a batch changes both.
  @Test func aSnapshotLastsWhenGraphsUnite() throws {
    try model("Property graph: an effect that reads more, unite and batch") { program in
      let (isOn, one, other) = (MutableProperty(false), MutableProperty(0), MutableProperty(0))
      let isOneGraph = Property(isOn, one, other) { _, _, _ in 0 }
      let large = Property(combining: (0..<4).map { _ in MutableProperty(0) }) { $0.count }
      let told = Told<Int>()
      let handle = effect { if isOn.value { told.append(one.value + other.value) } }
      program.thread { isOn.value = true }
      program.thread {
        _ = Property(large, one) { $0 + $1 }
        batch {
          one.value = 1
          other.value = -1
        }
      }
      program.atEnd {
        expect(!told.values.isEmpty && told.values.allSatisfy { $0 == 0 }, "told \(told.values)")
        handle.dispose()
        withExtendedLifetime(isOneGraph) {}
      }
    }
  }
}
