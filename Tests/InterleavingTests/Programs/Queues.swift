import Interleaving

/// Queues and stacks. Nodes are numbers from 1; 0 is none.
enum Queues {
  /// A ring of two places for one producer and one consumer.
  private static func ring(
    _ name: String, waitsForRoom: Bool = true, publishesLast: Bool = true
  ) -> SmallProgram {
    SmallProgram(name) { program in
      let (places, head, tail) = ([Shared(0), Shared(0)], Cell(0), Cell(0))
      program.thread {
        for number in 0..<3 {
          while waitsForRoom, number - head.load(.acquiring) == 2 {}
          if !publishesLast { tail.store(number + 1, .releasing) }
          places[number % 2].value = number
          if publishesLast { tail.store(number + 1, .releasing) }
        }
      }
      program.thread {
        for number in 0..<3 {
          while tail.load(.acquiring) == number {}
          expect(places[number % 2].value == number)
          head.store(number + 1, .releasing)
        }
      }
    }
  }

  /// A queue of many producers and one consumer, whose producers exchange the tail (Vyukov).
  private static func linked(
    _ name: String, swapsTheTail: Bool = true, _ link: AtomicStoreOrdering = .releasing
  ) -> SmallProgram {
    SmallProgram(name) { program in
      let (tail, next, values) = (Cell(0), [Cell(0), Cell(0), Cell(0)], [Shared(0), Shared(0), Shared(0)])
      for node in 1...2 {
        program.thread {
          values[node].value = node
          var before = 0
          if swapsTheTail {
            before = tail.exchange(node, .acquiringAndReleasing)
          } else {
            before = tail.load(.acquiring)
            tail.store(node, .releasing)
          }
          next[before].store(node, link)
        }
      }
      program.thread {
        var (node, sum) = (0, 0)
        for _ in 0..<2 {
          var following = 0
          while following == 0 { following = next[node].load(.acquiring) }
          node = following
          sum += values[node].value
        }
        expect(sum == 3)
      }
    }
  }

  /// A stack whose nodes are used again; the upper bits of its top count changes.
  private static func stack(
    _ name: String, counts: Bool = true, _ publishing: AtomicUpdateOrdering = .releasing
  ) -> SmallProgram {
    SmallProgram(name) { program in
      let (top, next, values) = (Cell(0), [Cell(0), Cell(0), Cell(0)], [Shared(0), Shared(0), Shared(0)])
      let owners = [Cell(0), Cell(0), Cell(0)]
      @Sendable func push(_ node: Int) {
        values[node].value = node
        owners[node].store(0, .relaxed)
        while true {
          let seen = top.load(.relaxed)
          next[node].store(seen & 0xFF, .relaxed)
          if top.replace(seen, by: counts ? (seen & ~0xFF) + 0x100 | node : node, publishing) { return }
        }
      }
      @Sendable func pop() -> Int {
        while true {
          let seen = top.load(.acquiring)
          let node = seen & 0xFF
          guard node != 0 else { return 0 }
          let after = next[node].load(.relaxed)
          guard top.replace(seen, by: counts ? (seen & ~0xFF) + 0x100 | after : after, .acquiring) else { continue }
          expect(owners[node].exchange(1, .relaxed) == 0, "node \(node) was taken twice")
          expect(values[node].value == node)
          return node
        }
      }
      push(2)
      push(1)
      program.thread { _ = pop() }
      program.thread {
        let first = pop()
        _ = pop()
        if first != 0 { push(first) }
      }
      program.atEnd { while pop() != 0 {} }
    }
  }

  /// The last element of a deque, wanted by its owner and by a thief.
  private static func deque(_ name: String, comparesForTheLast: Bool = true) -> SmallProgram {
    SmallProgram(name) { program in
      let (top, bottom, taken) = (Cell(0), Cell(1), Cell(0))
      program.thread {
        bottom.store(0, .sequentiallyConsistent)
        let first = top.load(.sequentiallyConsistent)
        if first == 0, !comparesForTheLast || top.replace(0, by: 1, .sequentiallyConsistent) {
          _ = taken.add(1, .relaxed)
        }
        bottom.store(1, .sequentiallyConsistent)
      }
      program.thread {
        let first = top.load(.sequentiallyConsistent)
        guard first < bottom.load(.sequentiallyConsistent) else { return }
        if top.replace(first, by: first + 1, .sequentiallyConsistent) { _ = taken.add(1, .relaxed) }
      }
      program.atEnd { expect(taken.load(.relaxed) <= 1, "the last was taken twice") }
    }
  }

  /// One place, which a producer and two consumers exchange.
  private static func handOver(_ name: String, exchanges: Bool = true) -> SmallProgram {
    SmallProgram(name) { program in
      let (place, value, taken) = (Cell(0), Shared(0), Cell(0))
      program.thread {
        value.value = 7
        place.store(1, .releasing)
      }
      for _ in 0..<2 {
        program.thread {
          if exchanges {
            guard place.exchange(0, .acquiring) == 1 else { return }
          } else {
            guard place.load(.acquiring) == 1 else { return }
            place.store(0, .relaxed)
          }
          _ = taken.add(1, .relaxed)
          value.grow()
        }
      }
      program.atEnd { expect(taken.load(.relaxed) <= 1, "it was taken twice") }
    }
  }

  static let right = [
    ring("a ring for two"), linked("a queue by exchange"), stack("a stack with a count"), deque("the last of a deque"),
    handOver("a place to hand over"),
  ]

  static let wrong = [
    ring("a ring that overwrites", waitsForRoom: false), ring("a ring that publishes first", publishesLast: false),
    linked("a queue whose link does not release", swapsTheTail: true, .relaxed),
    linked("a queue whose tail is loaded, and then stored", swapsTheTail: false), stack("ABA", counts: false),
    stack("a stack that does not release", counts: true, .relaxed),
    deque("the last of a deque, taken without comparing", comparesForTheLast: false),
    handOver("a place that is looked at, and then emptied", exchanges: false),
  ]
}
