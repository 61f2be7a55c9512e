import Interleaving

/// Locks made of every primitive.
enum Locks {
  /// Two threads that count under a lock, twice each if `rounds` is 2.
  private static func counting(
    _ name: String, _ search: Search = .all(preemptions: 2), rounds: Int = 1,
    _ make: @escaping @Sendable () -> (lock: @Sendable (Int) -> Void, unlock: @Sendable (Int) -> Void)
  ) -> SmallProgram {
    SmallProgram(name, search) { program in
      let (inside, methods) = (Shared(0), make())
      for me in 0..<2 {
        program.thread {
          for _ in 0..<rounds {
            methods.lock(me)
            inside.grow()
            methods.unlock(me)
          }
        }
      }
      program.atEnd { expect(inside.value == 2 * rounds) }
    }
  }

  private static func byExchange(
    _ name: String, _ lock: AtomicUpdateOrdering = .acquiring, _ unlock: AtomicStoreOrdering = .releasing
  ) -> SmallProgram {
    counting(name, rounds: 2) {
      let flag = Cell(0)
      return ({ _ in while flag.exchange(1, lock) == 1 {} }, { _ in flag.store(0, unlock) })
    }
  }

  private static func byLogicalOr(
    _ name: String, _ lock: AtomicUpdateOrdering = .acquiring, unlocks: Bool = true
  ) -> SmallProgram {
    counting(name) {
      let flag = Switch()
      return (
        { _ in while flag.value.logicalOr(true, ordering: lock).oldValue {} },
        { _ in if unlocks { flag.value.store(false, ordering: .releasing) } }
      )
    }
  }

  private static func byCompareExchange(_ name: String, _ lock: AtomicUpdateOrdering = .acquiring) -> SmallProgram {
    counting(name) {
      let flag = Cell(0)
      return ({ _ in while !flag.replace(0, by: 1, lock) {} }, { _ in flag.store(0, .releasing) })
    }
  }

  private static func byWeakCompareExchange(_ name: String, retries: Bool = true) -> SmallProgram {
    counting(name) {
      let flag = Cell(0)
      return (
        { _ in
          while true {
            let (isTaken, found) = flag.value.weakCompareExchange(expected: 0, desired: 1, ordering: .acquiring)
            if isTaken || !retries && found == 0 { return }
          }
        }, { _ in flag.store(0, .releasing) }
      )
    }
  }

  /// Two locks that are bits of one word.
  private static func byBit(_ name: String, clearsItsBit: Bool = true) -> SmallProgram {
    SmallProgram(name) { program in
      let (word, counts) = (Cell(0), [Shared(0), Shared(0)])
      for lock in [0, 1, 0] {
        program.thread {
          while word.value.bitwiseOr(1 << lock, ordering: .acquiring).oldValue & 1 << lock != 0 {}
          counts[lock].grow()
          if clearsItsBit {
            word.value.bitwiseAnd(~(1 << lock), ordering: .releasing)
          } else {
            word.store(0, .releasing)
          }
        }
      }
    }
  }

  private static func byMaximum(_ name: String) -> SmallProgram {
    counting(name) {
      let flag = Cell(0)
      return (
        { _ in while flag.value.max(1, ordering: .acquiring).oldValue == 1 {} }, { _ in flag.store(0, .releasing) }
      )
    }
  }

  private static func byTicket(
    _ name: String, takesAtomically: Bool = true, _ next: AtomicStoreOrdering = .releasing
  ) -> SmallProgram {
    counting(name) {
      let (tickets, serving, mine) = (Cell(0), Cell(0), [Shared(0), Shared(0)])
      return (
        { me in
          if takesAtomically {
            mine[me].value = tickets.add(1, .relaxed)
          } else {
            mine[me].value = tickets.load(.relaxed)
            tickets.store(mine[me].value + 1, .relaxed)
          }
          while serving.load(.acquiring) != mine[me].value {}
        }, { me in serving.store(mine[me].value + 1, next) }
      )
    }
  }

  private static func byLookingFirst(_ name: String, takesAtomically: Bool = true) -> SmallProgram {
    counting(name) {
      let flag = Cell(0)
      return (
        { _ in
          repeat { while flag.load(.relaxed) == 1 {} } while takesAtomically && flag.exchange(1, .acquiring) == 1
          if !takesAtomically { flag.store(1, .sequentiallyConsistent) }
        }, { _ in flag.store(0, .releasing) }
      )
    }
  }

  /// A thread that waits counts how often it has tried, so that it never stops writing.
  private static let countingItsTries = counting("a lock whose waiting thread counts its tries", .all(preemptions: 1)) {
    let (flag, tries) = (Cell(0), Cell(0))
    return (
      { _ in while flag.exchange(1, .acquiring) == 1 { _ = tries.add(1, .relaxed) } },
      { _ in flag.store(0, .releasing) }
    )
  }

  private static func dekker(_ name: String, _ store: AtomicStoreOrdering, _ load: AtomicLoadOrdering) -> SmallProgram {
    counting(name) {
      let (wants, turn) = ([Cell(0), Cell(0)], Cell(0))
      return (
        { me in
          wants[me].store(1, store)
          while wants[1 - me].load(load) == 1 {
            guard turn.load(load) != me else { continue }
            wants[me].store(0, store)
            while turn.load(load) != me {}
            wants[me].store(1, store)
          }
        },
        { me in
          turn.store(1 - me, store)
          wants[me].store(0, store)
        }
      )
    }
  }

  private static func bakery(_ name: String, announces: Bool = true) -> SmallProgram {
    counting(name) {
      let (chooses, number) = ([Cell(0), Cell(0)], [Cell(0), Cell(0)])
      return (
        { me in
          if announces { chooses[me].store(1, .sequentiallyConsistent) }
          number[me].store(number[1 - me].load(.sequentiallyConsistent) + 1, .sequentiallyConsistent)
          if announces { chooses[me].store(0, .sequentiallyConsistent) }
          while chooses[1 - me].load(.sequentiallyConsistent) == 1 {}
          while case let other = number[1 - me].load(.sequentiallyConsistent), other != 0,
            (other, 1 - me) < (number[me].load(.sequentiallyConsistent), me)
          {}
        }, { me in number[me].store(0, .sequentiallyConsistent) }
      )
    }
  }

  /// A lock whose waiting threads form a list (Mellor-Crummey and Scott). Threads are 1 and 2; 0 is none.
  private static func queued(_ name: String, waitsForTheLink: Bool = true) -> SmallProgram {
    counting(name) {
      let (tail, next, mayEnter) = (Cell(0), [Cell(0), Cell(0), Cell(0)], [Cell(0), Cell(0), Cell(0)])
      return (
        { me in
          let before = tail.exchange(me + 1, .acquiringAndReleasing)
          guard before != 0 else { return }
          next[before].store(me + 1, .releasing)
          while mayEnter[me + 1].load(.acquiring) == 0 {}
        },
        { me in
          if next[me + 1].load(.acquiring) == 0 {
            if tail.replace(me + 1, by: 0, .acquiringAndReleasing) || !waitsForTheLink { return }
            while next[me + 1].load(.acquiring) == 0 {}
          }
          mayEnter[next[me + 1].load(.acquiring)].store(1, .releasing)
        }
      )
    }
  }

  /// Readers add 1, a writer 100, and each retreats if it is not alone.
  private static func readersAndWriter(_ name: String, retreats: Bool = true) -> SmallProgram {
    SmallProgram(name, .all(preemptions: 1)) { program in
      let (word, data) = (Cell(0), Shared(0))
      program.thread {
        while !word.replace(0, by: 100, .acquiring) {}
        data.grow()
        _ = word.value.subtract(100, ordering: .releasing)
      }
      for _ in 0..<2 {
        program.thread {
          if retreats {
            while word.add(1, .acquiring) >= 100 { word.value.subtract(1, ordering: .relaxed) }
          } else {
            while word.load(.acquiring) >= 100 {}
            _ = word.add(1, .acquiring)
          }
          _ = data.value
          word.value.subtract(1, ordering: .releasing)
        }
      }
    }
  }

  private static func byTrying(_ name: String) -> SmallProgram {
    SmallProgram(name) { program in
      let (mutex, count) = (Mutex(()), Shared(0))
      for _ in 0..<2 {
        program.thread { while mutex.withLockIfAvailable({ _ in count.grow() }) == nil {} }
      }
    }
  }

  private static func nested(_ name: String, _ orders: [[Int]]) -> SmallProgram {
    SmallProgram(name) { program in
      let locks = [Mutex(()), Mutex(()), Mutex(())]
      for order in orders {
        program.thread { locks[order[0]].withLock { _ in locks[order[1]].withLock { _ in } } }
      }
    }
  }

  static let right = [
    byExchange("a lock by exchange"), byLogicalOr("a lock by logicalOr"),
    byCompareExchange("a lock by compareExchange"),
    byWeakCompareExchange("a lock by weakCompareExchange"), byBit("two locks in one word"), byMaximum("a lock by max"),
    byTicket("a lock by tickets"), byLookingFirst("a lock that looks before it exchanges"), countingItsTries,
    dekker("Dekker's lock", .sequentiallyConsistent, .sequentiallyConsistent), bakery("the bakery's lock"),
    queued("a lock whose threads form a list"), readersAndWriter("readers and a writer that retreat"),
    byTrying("a mutex that is tried until it is free"),
    nested("locks in one order", [[0, 1], [1, 2], [0, 2]]),
  ]

  static let wrong = [
    byExchange("an exchange that does not acquire", .relaxed),
    byExchange("an unlocking that does not release", .acquiring, .relaxed),
    byLogicalOr("a logicalOr that does not acquire", .relaxed),
    byLogicalOr("a lock that is never opened", unlocks: false),
    byCompareExchange("a compareExchange that does not acquire", .relaxed),
    byWeakCompareExchange("a weak exchange that failed for no reason, and counts", retries: false),
    byBit("an unlocking that clears the other lock", clearsItsBit: false),
    byTicket("a ticket that two may take", takesAtomically: false),
    byTicket("a ticket lock that does not release", takesAtomically: true, .relaxed),
    byLookingFirst("a lock that looks, and then stores", takesAtomically: false),
    dekker("Dekker's lock without a total order", .releasing, .acquiring),
    bakery("the bakery's lock without announcing the choice", announces: false),
    queued("a lock that forgets who is about to join the list", waitsForTheLink: false),
    readersAndWriter("readers that look, and then enter", retreats: false),
    nested("locks in two orders", [[0, 1], [1, 0]]), nested("three locks in a ring", [[0, 1], [1, 2], [2, 0]]),
    SmallProgram("a mutex that is expected to be free") { program in
      let mutex = Mutex(())
      program.thread { mutex.withLock { _ in } }
      program.thread { expect(mutex.withLockIfAvailable { _ in } != nil) }
    },
    SmallProgram("a lock that is taken by its own holder") { program in
      let lock = Mutex(())
      program.thread { lock.withLock { _ in lock.withLock { _ in } } }
    },
  ]
}

/// An atomic flag that closures can capture.
private final class Switch: Sendable {
  let value = Atomic(false)
}
