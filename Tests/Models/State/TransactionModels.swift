import Interleaving
import ModelSupport
import Rill
import Testing

/// Batches: commit, rollback, and the observers that subscribe in them.
extension EngineModels {
  @Test func aCommitIsOneStep() throws {
    try model("batch, read") { program in
      let (one, other) = (MutableProperty(0), MutableProperty(0))
      let sum = Property(one, other) { $0 + $1 }
      program.thread {
        batch {
          one.value = 1
          other.value = -1
        }
      }
      program.thread { expect(sum.value == 0, "read \(sum.value)") }
    }
  }

  /// The sources have nothing in common, so the commit locks two graphs.
  @Test func aCommitOverTwoGraphsIsOneStep() throws {
    try model("batch over two graphs, batch over both") { program in
      let (one, other) = (MutableProperty(0), MutableProperty(0))
      for number in 1...2 {
        program.thread {
          batch {
            (number == 1 ? one : other).value = number
            (number == 1 ? other : one).value = number
          }
        }
      }
      program.atEnd { expect(one.value == other.value, "\(one.value), \(other.value)") }
    }
  }

  @Test func modifiesInBatchesAreKept() throws {
    try model("batch of modify, modify") { program in
      let source = MutableProperty(0)
      program.thread { batch { source.modify { $0 += 1 } } }
      program.thread { source.modify { $0 += 2 } }
      program.atEnd { expect(source.value == 3, "\(source.value)") }
    }
  }

  /// If the closure was given the value that another thread has set, the commit does not take it for overtaken.
  @Test func aModifyInABatchAppliesToTheVersionThatItHasRead() throws {
    try model("batch of modify, set") { program in
      let (source, last) = (MutableProperty(0), Shared(0))
      program.thread {
        batch {
          source.modify { value in
            last.value = value
            value += 1
          }
        }
      }
      program.thread { source.value = 10 }
      program.atEnd {
        let expected = last.value == 10 ? 11 : 10
        expect(source.value == expected, "\(source.value) after a modify of \(last.value)")
      }
    }
  }

  @Test func aModifyThatWasRolledBackDoesNotRunAgain() throws {
    struct Refused: Error {}
    try model("batch of modify around one that throws, modify") { program in
      let source = MutableProperty(0)
      program.thread {
        batch {
          source.modify { $0 += 1 }
          try? batch {
            source.modify { $0 += 10 }
            throw Refused()
          }
        }
      }
      program.thread { source.modify { $0 += 100 } }
      program.atEnd { expect(source.value == 101, "\(source.value)") }
    }
  }

  @Test func aRolledBackWriteIsNotRead() throws {
    struct Thrown: Error {}
    try model("batch that throws, read") { program in
      let source = MutableProperty(0)
      let derived = source.map { $0 }
      program.thread {
        try? batch {
          source.value = 1
          expect(derived.value == 1)
          throw Thrown()
        }
      }
      program.thread { expect(derived.value == 0, "read \(derived.value)") }
    }
  }

  @Test func aWriteRolledBackByANestedBatchIsNotRead() throws {
    struct Refused: Error {}
    try model("a batch around one that throws, read") { program in
      let (one, other) = (MutableProperty(0), MutableProperty(0))
      let sum = Property(one, other) { $0 + $1 }
      let told = Told<Int>()
      let handle = sum.subscribe { told.append($0) }
      program.thread {
        batch {
          one.value = 1
          try? batch {
            one.modify { $0 += 1 }
            other.value = 4
            throw Refused()
          }
          expect(sum.value == 1, "read \(sum.value) in the batch")
          other.value = 1
        }
      }
      program.thread { expect([0, 2].contains(sum.value), "read \(sum.value)") }
      program.atEnd {
        expect(told.values == [0, 2], "told \(told.values)")
        handle.dispose()
      }
    }
  }

  @Test func aNewcomerInANestedBatchThatThrowsReceivesTheLast() throws {
    struct Refused: Error {}
    try model("a batch, subscribe in a nested one that throws, set") { program in
      let (one, other) = (MutableProperty(0), MutableProperty(0))
      let sum = Property(one, other) { $0 + $1 }
      let told = Told<Int>()
      let handle = CompositeDisposable()
      program.thread {
        batch {
          one.value = 1
          try? batch {
            one.value = 5
            sum.subscribe { told.append($0) }.add(to: handle)
            throw Refused()
          }
        }
      }
      program.thread { other.value = 2 }
      program.atEnd {
        expect(told.values.last == 3, "told \(told.values)")
        handle.dispose()
      }
    }
  }

  @Test func aClosureReadsNothingThatWasRolledBack() throws {
    struct Refused: Error {}
    for isInBatch in [false, true] {
      try model("an effect\(isInBatch ? " in a batch" : "") around a batch that throws, set") { program in
        let source = MutableProperty(0)
        let (told, handles) = (Told<Int>(), Told<Disposable>())
        let start: @Sendable () -> Void = {
          handles.append(
            effect {
              told.append(source.value)
              try? batch {
                source.value = 2
                told.append(source.value)
                throw Refused()
              }
              told.append(source.value)
            })
        }
        program.thread { isInBatch ? batch(start) : start() }
        program.thread { source.value = 1 }
        program.atEnd {
          expect([[0, 2, 0], [0, 2, 1], [1, 2, 1]].contains(Array(told.values.prefix(3))), "told \(told.values)")
          expect(told.values.last == 1, "told \(told.values)")
          for handle in handles.values { handle.dispose() }
        }
      }
    }
  }

  /// The inner closure reads the source between two reads of it by the outer one.
  @Test func aClosureInsideAnotherHidesNoInput() throws {
    try model("batch: set, subscribe to a closure that runs another") { program in
      let source = MutableProperty(1)
      let inner = Property { source.value }
      let sum = Property { source.value + inner.value + source.value }
      let (told, handles) = (Told<Int>(), Told<Disposable>())
      handles.append(inner.subscribe { _ in })
      _ = sum.value
      program.thread {
        batch {
          source.value = 2
          handles.append(sum.subscribe { told.append($0) })
        }
      }
      program.atEnd {
        expect(told.values == [6], "told \(told.values)")
        for handle in handles.values { handle.dispose() }
      }
    }
  }

  /// The closure sets a source of another graph before it reads that. Then the graphs unite.
  @Test func aClosureThatUnitesGraphsReadsOneVersion() throws {
    try model("a closure that sets and joins another graph, set") { program in
      let (source, other) = (MutableProperty(0), MutableProperty(0))
      let joined = Property {
        let first = source.value
        other.value = 1
        return [first, other.value, source.value]
      }
      program.thread {
        let value = joined.value
        expect(value[0] == value[2], "read \(value)")
      }
      program.thread { source.value = 1 }
      program.atEnd { expect(joined.value == [1, 1, 1], "read \(joined.value)") }
    }
  }

  @Test func aNewcomerInABatchReceivesTheLast() throws {
    try model("batch with a newcomer, set") { program in
      let (one, other) = (MutableProperty(0), MutableProperty(0))
      let sum = Property(one, other) { $0 + $1 }
      let told = Told<Int>()
      program.thread {
        batch {
          one.value = 1
          _ = sum.subscribe { told.append($0) }
        }
      }
      program.thread { other.value = 2 }
      program.atEnd { expect(told.values.last == 3, "told \(told.values)") }
    }
  }

  /// The effect has read the source when another thread sets it, and then writes in its batch.
  @Test func anEffectOfABatchThatSetsReceivesTheLast() throws {
    try model("batch with an effect that sets, set") { program in
      let (source, other) = (MutableProperty(0), MutableProperty(0))
      let (told, handles) = (Told<Int>(), Told<Disposable>())
      program.thread {
        batch {
          other.value = 1
          handles.append(
            effect {
              told.append(source.value)
              other.value = 2
            })
        }
      }
      program.thread { source.value = 1 }
      program.atEnd {
        expect(told.values.last == 1, "told \(told.values)")
        for handle in handles.values { handle.dispose() }
      }
    }
  }

  @Test func aSubscriberInABatchReceivesEachValueOnce() throws {
    for setsAgain in [false, true] {
      try model(setsAgain ? "batch: set, subscribe, set" : "batch: set, subscribe") { program in
        let source = MutableProperty(0)
        let told = Told<Int>()
        program.thread {
          batch {
            source.value = 1
            _ = source.subscribe { told.append($0) }
            if setsAgain { source.value = 2 }
          }
        }
        program.atEnd { expect(told.values == (setsAgain ? [1, 2] : [1]), "told \(told.values)") }
      }
    }
  }

  @Test func anEffectReadsItsWrites() throws {
    try model("an effect: read, set, read; set") { program in
      let (source, result) = (MutableProperty(0), MutableProperty(0))
      let told = Told<Int>()
      let handle = effect {
        let sum = source.value + result.value
        told.append(sum)
        guard sum < 3 else { return }
        result.value = 3
        expect(result.value == 3, "read \(result.value)")
      }
      expect(told.values == [0, 3], "told \(told.values)")
      program.thread { source.value = 1 }
      program.thread { _ = result.value }
      program.atEnd {
        expect(told.values.last == 4, "told \(told.values)")
        handle.dispose()
      }
    }
  }
}
