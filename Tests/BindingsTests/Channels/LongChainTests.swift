import Rill
import TestSupport
import Testing

/// Contract 8 for bindings: passing a change along any number of bindings takes at most 512 KiB of stack.
@Suite struct LongChainTests {
  private static let length = 10_000

  /// Properties, each bound to the next. Binding starts at the far end, so each new binding passes nothing on.
  private static func chain(_ count: Int = length) -> [MutableProperty<Int>] {
    let chain = (0..<count).map { MutableProperty($0) }
    for index in (1..<count).reversed() { chain[index - 1] <~> chain[index] }
    return chain
  }

  @Test func fromEitherEndAndFromTheMiddle() {
    onSmallStack {
      let chain = Self.chain()
      #expect(chain.allSatisfy { $0.value == Self.length - 1 })
      for (value, index) in [0, Self.length - 1, Self.length / 2].enumerated() {
        chain[index].value = -value
        #expect(chain.allSatisfy { $0.value == -value })
      }
    }
  }

  @Test func bindingAnEndTakesTheWholeChainAlong() {
    onSmallStack {
      let chain = Self.chain()
      let other = MutableProperty(-1)
      chain[0] <~> other
      #expect(chain.allSatisfy { $0.value == -1 })
    }
  }

  @Test func aRing() {
    onSmallStack {
      let ring = Self.chain()
      ring[Self.length - 1] <~> ring[0]
      let heard = Heard<Int>()
      let subscriptions = ring.map { property in property.subscribe { [heard] in heard.append($0) } }
      #expect(heard.values.count == Self.length)
      ring[7].value = -7
      #expect(ring.allSatisfy { $0.value == -7 })
      // Each is notified once: the echo from the other side is the same change.
      #expect(heard.values.count == 2 * Self.length)
      for subscription in subscriptions { subscription.dispose() }
    }
  }

  @Test func throughConversions() {
    onSmallStack {
      let chain = (0..<Self.length).map { MutableProperty($0) }
      for index in (1..<Self.length).reversed() {
        chain[index - 1] <~> chain[index].converted(to: { $0 - 1 }, from: { $0 + 1 })
      }
      chain[0].value = 5
      #expect(chain.indices.allSatisfy { chain[$0].value == 5 + $0 })
      chain[Self.length - 1].value = 0
      #expect(chain[0].value == 1 - Self.length)
    }
  }

  @Test func throughChannels() {
    onSmallStack {
      let chain = (0..<Self.length).map { MutableProperty($0) }
      let links = (1..<Self.length).reversed().map { index in
        let channel = Channel<Int>()
        channel.leading <~> chain[index]
        chain[index - 1] <~> channel.following
        return channel
      }
      chain[0].value = -1
      #expect(chain.allSatisfy { $0.value == -1 })
      chain[Self.length - 1].value = -2
      #expect(chain.allSatisfy { $0.value == -2 })
      for link in links { link.leading.complete() }
    }
  }

  @Test func allObserversReceiveEveryChangeInOrder() {
    onSmallStack {
      let chain = Self.chain(200)
      let heard = chain.map { _ in Heard<Int>() }
      let subscriptions = zip(chain, heard).map { property, heard in property.subscribe { [heard] in heard.append($0) }
      }
      for value in 1...20 { chain[value.isMultiple(of: 2) ? 0 : 199].value = value }
      for heard in heard { #expect(heard.values == [199] + Array(1...20)) }
      for subscription in subscriptions { subscription.dispose() }
    }
  }

  @Test func aHandlerInTheMiddleThatSetsHasTheLastWord() {
    onSmallStack {
      let chain = Self.chain()
      let handled = chain[Self.length / 2]
      let subscription = handled.subscribe { [weak handled] in if $0 == 1 { handled?.value = 2 } }
      let (near, far) = (Heard<Int>(), Heard<Int>())
      let subscriptions = [
        chain[0].subscribe { [near] in near.append($0) }, chain[Self.length - 1].subscribe { [far] in far.append($0) },
      ]
      chain[0].value = 1
      #expect(chain.allSatisfy { $0.value == 2 })
      #expect(near.values.suffix(2) == [1, 2])
      #expect(far.values.last == 2)
      for subscription in subscriptions + [subscription] { subscription.dispose() }
    }
  }

  /// A property derived from two distant links of the chain waits until the change has reached both.
  @Test(.long) func aValueDerivedFromDistantPropertiesOfAChainHasNoGlitch() {
    onSmallStack {
      let chain = Self.chain()
      let places = [10, 50, 1_000, Self.length - 1].map { chain[$0] }
      let same = Property(combining: places) { $0 }
      let heard = Heard<[Int]>()
      let subscription = same.subscribe { [heard] in heard.append($0) }
      chain[0].value = -1
      chain[Self.length - 1].value = -2
      batch {
        chain[20].value = -3
        chain[5_000].value = -4
      }
      let expected = [Self.length - 1, -1, -2, -4].map { value in places.map { _ in value } }
      #expect(heard.values == expected)
      subscription.dispose()
    }
  }

  @Test func disposingAndReleasing() {
    onSmallStack {
      var chain = Self.chain()
      weak let last = chain[Self.length - 1]
      let heard = Heard<String>()
      chain[0].subscribe(next: { _ in }, completed: { [heard] in heard.append("|") })
      chain = []
      #expect(last == nil)
      #expect(heard.values == ["|"])
    }
  }

  /// Values that are still queued arrive before the end.
  @Test func theEndOfALongChainComesAfterTheValues() {
    onSmallStack {
      let channels = (0..<200).map { _ in Channel<Int>() }
      for (near, far) in zip(channels, channels.dropFirst()) { far.leading <~> near.following }
      let heard = Heard<String>()
      channels[199].following.subscribe(
        next: { [heard] in heard.append("\($0)") }, completed: { [heard] in heard.append("|") })
      let first = channels[0].leading
      let trigger = Subject<Void, Never>()
      let subscription = trigger.subscribe {
        first.send(1)
        first.send(2)
        first.complete()
      }
      trigger.send()
      #expect(heard.values == ["1", "2", "|"])
      subscription.dispose()
    }
  }

  @Test(.long, arguments: [1_000, 100_000]) func propertiesJoinedOneWay(_ count: Int) {
    onSmallStack {
      var chain = (0..<count).map { MutableProperty($0) }
      for index in 1..<count { chain[index] <~ chain[index - 1] }
      #expect(chain.allSatisfy { $0.value == 0 })
      let heard = Heard<Int>()
      let subscription = chain[count - 1].subscribe { [heard] in heard.append($0) }
      chain[0].value = -1
      chain[0].value = -2
      #expect(chain.allSatisfy { $0.value == -2 })
      #expect(heard.values == [0, -1, -2])
      subscription.dispose()
      chain = []
    }
  }

  @Test(.long) func aHundredThousandJoinedBothWays() {
    onSmallStack {
      var chain = Self.chain(100_000)
      chain[0].value = -1
      #expect(chain.allSatisfy { $0.value == -1 })
      chain[99_999].value = -2
      #expect(chain.allSatisfy { $0.value == -2 })
      chain = []
    }
  }

  @Test func oneWayFromTwoThreadsTheLastValueStays() async {
    let chain = (0..<200).map { MutableProperty($0) }
    for index in 1..<200 { chain[index] <~ chain[index - 1] }
    let heard = Heard<Int>()
    chain[199].subscribe { heard.append($0) }
    await withTaskGroup { group in
      group.addTask { for value in 1...500 { chain[0].value = value } }
      group.addTask { for value in 1...500 { chain[0].value = -value } }
    }
    await until { heard.values.count == 1_001 && chain.allSatisfy { $0.value == chain[0].value } }
    #expect(abs(chain[0].value) == 500)
    #expect(heard.values.filter { $0 > 0 } == Array(1...500))
    #expect(heard.values.filter { $0 < 0 } == (1...500).map { -$0 })
  }

  @Test func bothEndsAtTheSameTime() async {
    let chain = Self.chain(500)
    await withTaskGroup { group in
      group.addTask { for value in 1...200 { chain[0].value = value } }
      group.addTask { for value in 1...200 { chain[499].value = -value } }
    }
    await until { chain.allSatisfy { $0.value == chain[0].value } }
    #expect(abs(chain[0].value) == 200)
  }
}
