import Operators
import StreamTesting
import Testing

struct PublishIntoTests {
  @Test func picture() {
    expectPicture("1--2--3--|", "1--2--3--|") { (source: Ints) in
      source.publish { merge($0.filter { $0 % 2 == 0 }, $0.filter { $0 % 2 == 1 }) }
    }
  }

  @Test func pictureOfAPartition() {
    let isEven: @Sendable (Int) -> Bool = { $0 % 2 == 0 }
    expectPicture("1-2-3-4-|", "1-2-3-4-|") { (source: Ints) in source.partition(by: isEven) { merge($0, $1) } }
    expectPicture("1-2-3-4-|", "--2---4-|") { (source: Ints) in source.partition(by: isEven) { even, _ in even } }
    expectPicture("1-2-3-4-|", "1---3---|") { (source: Ints) in source.partition(by: isEven) { _, odd in odd } }
  }

  @Test func pictureOfPairs() {
    let pairs: @Sendable (String) -> (Int, Int) = { $0 == "a" ? (1, 5) : (2, 6) }
    expectPicture("a--b--|", "6--8--|") { (source: Letters) in source.map(pairs).unzip { zip($0, $1) { $0 + $1 } } }
    expectPicture("a--b--|", "1--2--|") { (source: Letters) in source.map(pairs).unzip { firsts, _ in firsts } }
    expectPicture("a--b--|", "5--6--|") { (source: Letters) in source.map(pairs).unzip { _, seconds in seconds } }
  }

  @Test func theSourceRunsOnceForEachSubscriber() {
    let (runs, tests) = (Counter(), Counter())
    let source = Signal<Int, Never>.deferred {
      runs.up()
      return Signal([1, 2, 3])
    }
    let parts = source.partition { value in
      tests.up()
      return value > 1
    } _: {
      merge($0, $1.map { -$0 })
    }
    #expect(values(parts) == [-1, 2, 3])
    #expect(runs.count == 1 && tests.count == 3)
    #expect(values(parts) == [-1, 2, 3])
    #expect(runs.count == 2)
  }

  @Test func aFailurePasses() {
    expectPicture("1-#", "1-#") { (source: Ints) in source.publish { $0 } }
  }

  @Test func theEndOfTheResultDisposesTheSource() {
    let time = TestScheduler()
    let source = time.cold("1-2-3-|")
    expectMarbles("1-(2|)", source.signal.publish { shared in shared.take(2) }, on: time)
    source.expectSubscriptions("^-!")
  }

  @Test func randomListsAreSplitAsByANaiveVersion() {
    forRandomLists { list, random in
      let modulus = 1 + random.below(4)
      let parts = Signal(list).partition(by: { $0 % modulus == 0 }) { matching, rest in
        combineLatest(matching.collect(), rest.collect()) { [$0, $1] }
      }
      #expect(values(parts) == [[list.filter { $0 % modulus == 0 }, list.filter { $0 % modulus != 0 }]])
      let pairs = Signal(list).map { ($0, $0 % modulus) }
      let sides = pairs.unzip { combineLatest($0.collect(), $1.collect()) { [$0, $1] } }
      #expect(values(sides) == [[list, list.map { $0 % modulus }]])
    }
  }

  @Test func aFollowerIsPublishedToAStreamThatFollowsItself() {
    let numbers = Signal<Int, Never>([1, 2, 3])
    let published = numbers.publish { $0.concat(.just(9)) }
    #expect(values(Signal<Int, Never>.empty.then { published }) == [1, 2, 3, 9])
    let kept = numbers.promoteFailure(to: TestFailure.self).publish { $0.catch { _ in Signal<Int, Never>.just(9) } }
    #expect(values(Signal<Int, Never>.empty.then { kept }) == [1, 2, 3])
  }

  @Test func battery() {
    Battery.check("publish") { (input: Signal<Int, TestFailure>) in input.publish { $0 } }
    Battery.check("publish, twice") { (input: Signal<Int, TestFailure>) in input.publish { $0.merge($0) } }
    Battery.check("publish, a succession") { (input: Signal<Int, TestFailure>) in input.publish { $0.concat(.empty) } }
    Battery.check("partition in one run") { (input: Signal<Int, TestFailure>) in
      input.partition(by: { $0 % 2 == 0 }) { merge($0, $1) }
    }
    Battery.check("unzip") { (input: Signal<Int, TestFailure>) in
      input.map { ($0, $0) }.unzip { merge($0, $1) }
    }
  }
}
