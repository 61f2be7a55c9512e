import Rill
import StreamTesting
import TestSupport
import Testing
import Wire

@Suite struct OptimisticPropertyTests {
  private func withShown(_ body: (MutableProperty<Int>, OptimisticProperty<Int>, Heard<Int>) -> Void) {
    let base = MutableProperty(10)
    let shown = base.optimistic()
    let heard = Heard<Int>()
    shown.subscribe { heard.append($0) }
    body(base, shown, heard)
  }

  @Test func aLayerIsReplayedWhenTheBaseChanges() {
    withShown { base, shown, heard in
      let layer = shown.layer { $0 += 1 }
      base.value = 20
      #expect(shown.pending.value == 1)
      layer.confirm { base.value = 21 }
      #expect(heard.values == [10, 11, 21, 21])
      #expect(shown.pending.value == 0)
    }
  }

  @Test func aLayerThatIsRolledBackLeavesTheBase() {
    withShown { base, shown, heard in
      let (first, second) = (shown.layer { $0 += 1 }, shown.layer { $0 *= 2 })
      first.rollBack()
      first.rollBack()
      first.confirm()
      second.rollBack()
      #expect(heard.values.filter { $0 != 20 } == [10, 11, 22, 10])
      #expect(base.value == 10)
    }
  }

  @Test func theAnswerReplacesTheLayerInOneStep() {
    withShown { base, shown, heard in
      let layer = shown.layer { $0 += 1 }
      layer.confirm(once: { $0 >= 11 })
      base.value = 5
      #expect(shown.value == 6)
      base.value = 11
      #expect(heard.values.last == 11)
      // A change that was included once is not applied again.
      base.value = 3
      #expect(shown.value == 3)
      #expect(!heard.values.contains(12))
    }
  }

  @Test func anAnswerThatCameBeforeTheConfirmationCounts() {
    withShown { base, shown, heard in
      let layer = shown.layer { $0 += 1 }
      base.value = 11
      #expect(shown.value == 12)
      layer.confirm(once: { $0 >= 11 })
      #expect(shown.value == 11)
    }
  }

  @Test func theEndOfALayerIsAPartOfABatch() {
    withShown { base, shown, heard in
      let layer = shown.layer { $0 += 1 }
      try? batch {
        layer.rollBack()
        #expect(shown.value == 10)
        throw Denied()
      }
      #expect(shown.value == 11)
      try? batch {
        layer.confirm(once: { $0 == 50 })
        base.value = 50
        #expect(shown.value == 50)
        throw Denied()
      }
      base.value = 60
      #expect(shown.value == 61)
      #expect(heard.values == [10, 11, 61])
    }
  }

  @Test func anAnswerInABatchThatThrowsDoesNotCount() {
    withShown { base, shown, _ in
      shown.layer { $0 += 1 }.confirm(once: { $0 >= 50 })
      try? batch {
        base.value = 50
        shown.layer { $0 += 100 }.confirm(once: { $0 >= 60 })
        #expect(shown.value == 150)
        throw Denied()
      }
      base.value = 20
      #expect(shown.value == 21)
      #expect(shown.pending.value == 1)
    }
  }

  @Test func anAnswerOfAHandlerCountsForALayerThatTheBatchHasConfirmed() {
    let (base, trigger) = (MutableProperty(10), MutableProperty(0))
    let shown = base.optimistic()
    let layer = shown.layer { $0 += 1 }
    trigger.skip(1).subscribe { _ in
      base.value = 11
      base.value = 10
    }
    batch {
      layer.confirm(once: { $0 == 11 })
      trigger.value = 1
    }
    #expect(shown.value == 10)
  }

  @Test func anAnswerInABatchCountsAfterIt() {
    withShown { base, shown, _ in
      batch {
        base.value = 50
        shown.layer { $0 += 1 }.confirm(once: { $0 >= 50 })
      }
      base.value = 20
      #expect(shown.value == 20)
    }
  }

  @Test func aReplicaKeepsALayerUntilItsPosition() {
    typealias Copy = Replica<Int, Int, Never, SuspendingClock.Instant>
    let feed = Subject<FeedEvent<Int, Int, Int, Never, SuspendingClock.Instant>, Disconnection<Never>>()
    let replica = Property<Copy>(replicaOf: feed) { $0 += $1 }
    let shown = replica.optimistic()
    let heard = Heard<Int?>()
    shown.map(\.state).subscribe { heard.append($0) }
    feed.send(.snapshot(10, at: 1))
    let layer = shown.layer { $0.state? += 1 }
    layer.confirm(once: { ($0.position ?? 0) >= 3 })
    feed.send(.change(100, at: 2))
    feed.send(.change(1, at: 3))
    #expect(heard.values == [nil, 10, 11, 11, 111, 111])
  }

  private struct Pending {
    let layer: OptimisticLayer<Int>
    let change: @Sendable (inout Int) -> Void
    var atLeast: Int?

    func hasArrived(at value: Int) -> Bool { atLeast.map { value >= $0 } ?? false }
  }

  /// Sets of the base, layers, confirmations and rollbacks, also in batches, against a list of functions.
  @Test(.long, arguments: 0..<20) func randomProgramsAgreeWithAListOfFunctions(seed: UInt64) {
    var random = Random(state: seed)
    for _ in 0..<300 {
      let base = MutableProperty(0)
      let shown = base.optimistic()
      let heard = Heard<Int>()
      shown.subscribe { heard.append($0) }
      var server = 0
      var layers: [Pending] = []
      for _ in 0..<25 {
        let index = layers.isEmpty ? 0 : Int(random.next() % UInt64(layers.count))
        switch random.next() % 6 {
        case 0, 1:
          let number = Int(random.next() % 10)
          let change: @Sendable (inout Int) -> Void = { $0 = number < 5 ? $0 + number : $0 * number % 1_000 }
          layers.append(Pending(layer: shown.layer(change), change: change))
        case 2:
          server += Int(random.next() % 3)
          base.value = server
        case 3 where !layers.isEmpty:
          let layer = layers.remove(at: index).layer
          if random.next() % 2 == 0 {
            layer.rollBack()
          } else {
            server += 1
            layer.confirm { [server] in base.value = server }
          }
        case 4 where !layers.isEmpty && layers[index].atLeast == nil:
          let target = server + Int(random.next() % 3)
          layers[index].atLeast = target
          layers[index].layer.confirm(once: { $0 >= target })
        default:
          try? batch {
            base.value = 1_000
            layers.first?.layer.rollBack()
            throw Denied()
          }
        }
        layers.removeAll { $0.hasArrived(at: server) }
        var expected = server
        for layer in layers { layer.change(&expected) }
        #expect(shown.value == expected)
        #expect(heard.values.last == expected)
        #expect(shown.pending.value == layers.count)
      }
    }
  }
}
