import Interleaving

/// Flags, counters, barriers, and waking up.
enum Waiting {
  private static func flag(
    _ name: String, _ store: AtomicStoreOrdering = .releasing, _ load: AtomicLoadOrdering = .acquiring
  ) -> SmallProgram {
    SmallProgram(name) { program in
      let (data, flag) = (Shared(0), Cell(0))
      program.thread {
        data.value = 1
        flag.store(1, store)
      }
      program.thread {
        while flag.load(load) == 0 {}
        expect(data.value == 1)
      }
    }
  }

  /// The thread that sets the flag is the last, so that the others wait for it in turns.
  private static let severalWait = SmallProgram("three threads that wait for a fourth") { program in
    let (data, flag) = (Shared(0), Cell(0))
    for _ in 0..<3 {
      program.thread {
        while flag.load(.acquiring) == 0 {}
        expect(data.value == 1)
      }
    }
    program.thread {
      data.value = 1
      flag.store(1, .releasing)
    }
  }

  private static func fences(_ name: String, hasBoth: Bool = true, writesBefore: Bool = true) -> SmallProgram {
    SmallProgram(name) { program in
      let (data, flag) = (Shared(0), Cell(0))
      program.thread {
        if writesBefore { data.value = 1 }
        if hasBoth { atomicMemoryFence(ordering: .releasing) }
        if !writesBefore { data.value = 1 }
        flag.store(1, .relaxed)
      }
      program.thread {
        while flag.load(.relaxed) == 0 {}
        atomicMemoryFence(ordering: .acquiring)
        expect(data.value == 1)
      }
    }
  }

  private static func polledUnderALock(_ name: String, hasALock: Bool = true) -> SmallProgram {
    SmallProgram(name, .all(preemptions: 1)) { program in
      let (lock, isReady) = (Mutex(()), Shared(false))
      program.thread { if hasALock { lock.withLock { _ in isReady.value = true } } else { isReady.value = true } }
      program.thread { while !(hasALock ? lock.withLock { _ in isReady.value } : isReady.value) {} }
    }
  }

  private static func counter(_ name: String, _ count: @escaping @Sendable (Cell) -> Void) -> SmallProgram {
    SmallProgram(name) { program in
      let total = Cell(0)
      for _ in 0..<3 { program.thread { count(total) } }
      program.atEnd { expect(total.load(.relaxed) == 3) }
    }
  }

  private static func semaphore(_ name: String, takesAtomically: Bool = true) -> SmallProgram {
    SmallProgram(name) { program in
      let (permits, inside) = (Cell(2), Cell(0))
      for _ in 0..<3 {
        program.thread {
          while true {
            let free = permits.load(.relaxed)
            guard free > 0 else { continue }
            if takesAtomically {
              if permits.replace(free, by: free - 1, .acquiring) { break }
            } else {
              permits.store(free - 1, .relaxed)
              break
            }
          }
          expect(inside.add(1, .relaxed) < 2, "three at once")
          inside.value.subtract(1, ordering: .relaxed)
          _ = permits.add(1, .releasing)
        }
      }
    }
  }

  private static func barrier(_ name: String, countsAtomically: Bool = true) -> SmallProgram {
    SmallProgram(name) { program in
      let (arrived, round, data) = (Cell(0), Cell(0), [Shared(0), Shared(0)])
      for me in 0..<2 {
        program.thread {
          for number in 1...2 {
            data[me].value = number
            var count = 0
            if countsAtomically {
              count = arrived.add(1, .acquiringAndReleasing) + 1
            } else {
              count = arrived.load(.acquiring) + 1
              arrived.store(count, .releasing)
            }
            if count == 2 {
              arrived.store(0, .relaxed)
              round.store(2 * number - 1, .releasing)
            } else {
              while round.load(.acquiring) < 2 * number - 1 {}
            }
            expect(data[1 - me].value == number)
            // The second half: no thread writes before the other has read.
            if arrived.add(1, .acquiringAndReleasing) == 1 {
              arrived.store(0, .relaxed)
              round.store(2 * number, .releasing)
            } else {
              while round.load(.acquiring) < 2 * number {}
            }
          }
        }
      }
    }
  }

  private static func latch(_ name: String, _ down: AtomicUpdateOrdering = .releasing) -> SmallProgram {
    SmallProgram(name) { program in
      let (left, parts) = (Cell(2), [Shared(0), Shared(0)])
      for part in 0..<2 {
        program.thread {
          parts[part].value = 1
          left.value.subtract(1, ordering: down)
        }
      }
      program.thread {
        while left.load(.acquiring) > 0 {}
        expect(parts[0].value + parts[1].value == 2)
      }
    }
  }

  /// The sleeper announces that it sleeps and looks again; the waker sets the flag and looks for sleepers.
  private static func wakeUp(
    _ name: String, looksAgain: Bool = true, _ store: AtomicStoreOrdering = .sequentiallyConsistent,
    _ load: AtomicLoadOrdering = .sequentiallyConsistent
  ) -> SmallProgram {
    SmallProgram(name) { program in
      let (isReady, sleeps, bell) = (Cell(0), Cell(0), Cell(0))
      program.thread {
        guard isReady.load(load) == 0 else { return }
        sleeps.store(1, store)
        if looksAgain, isReady.load(load) == 1 { return }
        while bell.load(.acquiring) == 0 {}
      }
      program.thread {
        isReady.store(1, store)
        if sleeps.load(load) == 1 { bell.store(1, .releasing) }
      }
    }
  }

  /// One word: 0 nothing, 1 notified, 2 asleep.
  private static func parking(_ name: String, exchanges: Bool = true) -> SmallProgram {
    SmallProgram(name) { program in
      let (state, data) = (Cell(0), Shared(0))
      program.thread {
        data.value = 1
        if exchanges {
          _ = state.exchange(1, .releasing)
        } else if state.load(.relaxed) == 2 {
          state.store(1, .releasing)
        }
      }
      program.thread {
        if state.replace(0, by: 2, .acquiring) { while state.load(.acquiring) == 2 {} }
        expect(data.value == 1)
      }
    }
  }

  private static func once(_ name: String, losersWait: Bool = true) -> SmallProgram {
    SmallProgram(name) { program in
      let (state, value) = (Cell(0), Shared(0))
      for _ in 0..<2 {
        program.thread {
          if state.replace(0, by: 1, .acquiring) {
            value.value = 42
            state.store(2, .releasing)
          } else if losersWait {
            while state.load(.acquiring) != 2 {}
          }
          expect(value.value == 42)
        }
      }
    }
  }

  private static func doubleChecked(
    _ name: String, _ load: AtomicLoadOrdering, checksAgain: Bool = true
  ) -> SmallProgram {
    SmallProgram(name) { program in
      let (isMade, lock, value) = (Cell(0), Mutex(()), Shared(0))
      for _ in 0..<2 {
        program.thread {
          if isMade.load(load) == 0 {
            lock.withLock { _ in
              guard !checksAgain || isMade.load(.relaxed) == 0 else { return }
              value.grow()
              isMade.store(1, .releasing)
            }
          }
          expect(value.value == 1)
        }
      }
    }
  }

  /// The writer makes the number odd, writes, and makes it even again.
  private static func sequenceLock(
    _ name: String, hasFences: Bool = true, readsTheNumberAgain: Bool = true, refusesOdd: Bool = true
  ) -> SmallProgram {
    SmallProgram(name) { program in
      let (number, left, right) = (Cell(0), Cell(0), Cell(0))
      program.thread {
        number.store(1, .relaxed)
        if hasFences { atomicMemoryFence(ordering: .releasing) }
        left.store(1, .relaxed)
        right.store(1, .relaxed)
        number.store(2, hasFences ? .releasing : .relaxed)
      }
      program.thread {
        while true {
          let before = number.load(hasFences ? .acquiring : .relaxed)
          if refusesOdd, before % 2 == 1 { continue }
          let (one, other) = (left.load(.relaxed), right.load(.relaxed))
          if hasFences { atomicMemoryFence(ordering: .acquiring) }
          guard !readsTheNumberAgain || number.load(.relaxed) == before else { continue }
          return expect(one == other, "half of a write was read")
        }
      }
    }
  }

  static let right = [
    flag("a flag"), severalWait, fences("a flag with fences"), polledUnderALock("a flag that is polled under a lock"),
    counter("a counter by add") { _ = $0.add(1, .relaxed) },
    counter("a counter by compareExchange") { total in
      while case let seen = total.load(.relaxed), !total.replace(seen, by: seen + 1, .relaxed) {}
    },
    semaphore("a semaphore"), barrier("a barrier that is used twice"), latch("a latch"),
    wakeUp("a sleeper that looks again"), parking("a word to park at"), once("an initialisation by exchange"),
    doubleChecked("a double-checked initialisation", .acquiring), sequenceLock("a sequence lock"),
  ]

  static let wrong = [
    flag("a flag that does not release", .relaxed), flag("a flag that does not acquire", .releasing, .relaxed),
    fences("a flag with one fence", hasBoth: false),
    fences("a fence before the write that it should release", writesBefore: false),
    polledUnderALock("a plain flag that is polled", hasALock: false),
    counter("a counter by load and store") { $0.store($0.load(.relaxed) + 1, .relaxed) },
    counter("a counter whose exchange is not repeated") { total in
      let seen = total.load(.relaxed)
      _ = total.replace(seen, by: seen + 1, .relaxed)
    },
    semaphore("a semaphore that looks, and then stores", takesAtomically: false),
    barrier("a barrier that counts by load and store", countsAtomically: false),
    latch("a latch that does not release", .relaxed),
    wakeUp("a wake-up between the look and the sleep", looksAgain: false),
    wakeUp("a wake-up without a total order", looksAgain: true, .releasing, .acquiring),
    parking("a waker that looks, and then stores", exchanges: false),
    once("an initialisation that is not waited for", losersWait: false),
    doubleChecked("a double-checked initialisation that does not acquire", .relaxed),
    doubleChecked("an initialisation that is checked once", .acquiring, checksAgain: false),
    sequenceLock("a sequence lock without fences", hasFences: false),
    sequenceLock("a sequence lock whose number is read once", readsTheNumberAgain: false),
    sequenceLock("a sequence lock that reads at an odd number", refusesOdd: false),
  ]
}
