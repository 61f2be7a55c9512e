import Interleaving
import Testing

/// Classic mistakes of concurrent code, each with its correct version.
@Suite struct HistoricFaultTests {
  private func fault(
    _ search: Search = .all(preemptions: 2), _ body: @escaping (Program) -> Void
  ) -> Fault? {
    do throws(InterleavingFailure) {
      try explore(search, body)
      return nil
    } catch { return error.fault }
  }

  // MARK: Double-checked initialisation

  private func doubleChecked(_ load: AtomicLoadOrdering, _ store: AtomicStoreOrdering) -> Fault? {
    fault { program in
      let (isMade, lock, value) = (Cell(0), Mutex(()), Shared(0))
      for _ in 0..<2 {
        program.thread {
          if isMade.load(load) == 0 {
            lock.withLock { _ in
              if isMade.load(.relaxed) == 0 {
                value.value = 42
                isMade.store(1, store)
              }
            }
          }
          expect(value.value == 42)
        }
      }
    }
  }

  @Test func doubleCheckedInitialisationNeedsAcquireAndRelease() {
    #expect(doubleChecked(.acquiring, .releasing) == nil)
    #expect(doubleChecked(.relaxed, .releasing) != nil)
    #expect(doubleChecked(.acquiring, .relaxed) != nil)
  }

  // MARK: A wake-up lost between the check and the wait

  private func wakeUp(announcesBetween: Bool) -> Fault? {
    fault { program in
      let (isReady, isAsleep, bell) = (Cell(0), Cell(0), Cell(0))
      program.thread {
        if isReady.load(.sequentiallyConsistent) == 0 {
          isAsleep.store(1, .sequentiallyConsistent)
          if !announcesBetween, isReady.load(.sequentiallyConsistent) == 1 { return }
          while bell.load(.acquiring) == 0 {}
        }
      }
      program.thread {
        isReady.store(1, .sequentiallyConsistent)
        if isAsleep.load(.sequentiallyConsistent) == 1 { bell.store(1, .releasing) }
      }
    }
  }

  @Test func aThreadChecksOnceMoreBeforeItSleeps() {
    #expect(wakeUp(announcesBetween: false) == nil)
    guard case .livelock = wakeUp(announcesBetween: true) else {
      Issue.record("no wake-up was lost")
      return
    }
  }

  // MARK: A Treiber stack that reuses its nodes

  /// Nodes are numbers; 0 is none.
  ///
  /// Popping reads the top node's `next`, which may be stale at the exchange: in between, the node may have been popped
  /// and pushed on top of another one (ABA). A count of changes in the upper bits prevents that.
  private func stack(counts: Bool) -> Fault? {
    fault { program in
      let top = Cell(1)
      let next = [Cell(0), Cell(2), Cell(0)]
      let taken = [Cell(0), Cell(0), Cell(0)]
      @Sendable func pop() -> Int? {
        while true {
          let seen = top.load(.acquiring)
          let node = seen & 0xFF
          guard node != 0 else { return nil }
          let after = next[node].load(.relaxed)
          let desired = counts ? (seen & ~0xFF) + 0x100 | after : after
          guard top.value.compareExchange(expected: seen, desired: desired, ordering: .acquiringAndReleasing).exchanged
          else { continue }
          expect(taken[node].value.exchange(1, ordering: .relaxed) == 0, "node \(node) was taken twice")
          return node
        }
      }
      @Sendable func push(_ node: Int) {
        taken[node].store(0, .relaxed)
        while true {
          let seen = top.load(.relaxed)
          next[node].store(seen & 0xFF, .relaxed)
          let desired = counts ? (seen & ~0xFF) + 0x100 | node : node
          if top.value.compareExchange(expected: seen, desired: desired, ordering: .releasing).exchanged { return }
        }
      }
      program.thread { _ = pop() }
      program.thread {
        guard let first = pop() else { return }
        _ = pop()
        push(first)
      }
      program.atEnd { while pop() != nil {} }
    }
  }

  @Test func aStackWhoseNodesAreUsedAgainNeedsACount() {
    #expect(stack(counts: true) == nil)
    #expect(stack(counts: false) != nil)
  }

  // MARK: A Treiber stack that releases its nodes

  /// Nodes are numbers; 0 is none.
  ///
  /// Releasing a node writes to it, so no other thread may read it then. A thread that pops one node reads it before it
  /// is known which thread will get it. A thread that pops all nodes reads only nodes that no other thread can reach.
  private func released(takesAll: Bool, _ publishing: AtomicUpdateOrdering = .releasing) -> Fault? {
    fault { program in
      let top = Cell(0)
      let next = [Shared(0), Shared(0), Shared(0)]
      @Sendable func push(_ node: Int) {
        while true {
          let seen = top.load(.relaxed)
          next[node].value = seen
          if top.value.compareExchange(expected: seen, desired: node, ordering: publishing).exchanged { return }
        }
      }
      @Sendable func takeOne() {
        while true {
          let node = top.load(.acquiring)
          guard node != 0 else { return }
          let after = next[node].value
          guard top.value.compareExchange(expected: node, desired: after, ordering: .acquiringAndReleasing).exchanged
          else { continue }
          return next[node].value = 0
        }
      }
      @Sendable func takeAll() {
        var node = top.value.exchange(0, ordering: .acquiring)
        while node != 0 {
          let after = next[node].value
          next[node].value = 0
          node = after
        }
      }
      push(1)
      for _ in 0..<2 { program.thread { if takesAll { takeAll() } else { takeOne() } } }
      program.thread { push(2) }
    }
  }

  @Test func aNodeIsReleasedWhenNoThreadReadsIt() {
    #expect(released(takesAll: true) == nil)
    #expect(released(takesAll: true, .relaxed) != nil)
    guard case .race = released(takesAll: false) else {
      Issue.record("no node was read when it was released")
      return
    }
  }

  // MARK: Peterson's lock

  private func peterson(_ store: AtomicStoreOrdering, _ load: AtomicLoadOrdering) -> Fault? {
    fault { program in
      let (wants, turn, inside) = ([Cell(0), Cell(0)], Cell(0), Shared(0))
      for me in 0..<2 {
        program.thread {
          wants[me].store(1, store)
          turn.store(1 - me, store)
          while wants[1 - me].load(load) == 1, turn.load(load) == 1 - me {}
          inside.value += 1
          wants[me].store(0, store)
        }
      }
    }
  }

  @Test func petersonsLockNeedsOneTotalOrder() {
    #expect(peterson(.sequentiallyConsistent, .sequentiallyConsistent) == nil)
    #expect(peterson(.releasing, .acquiring) != nil)
  }
}
