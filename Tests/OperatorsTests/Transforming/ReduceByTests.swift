import Operators
import StreamTesting
import Testing

struct ReduceByTests {
  @Test func picture() {
    expectPicture("1--2--3--|", "---------(ab|)", output: ["a": "1: 4", "b": "0: 2"]) { (source: Ints) in
      source.reduce(by: { $0 % 2 }, into: 0) { $0 += $1 }.map { "\($0.key): \($0.result)" }
    }
  }

  @Test func aNewKeyBeyondTheLimitEmitsTheResultOfTheLongestIdle() {
    let texts: [Character: String] = ["b": "b: b", "a": "a: aA", "c": "c: c", "x": "b: B"]
    expectPicture("a-b-A-c-B--|", "------b-a--(cx|)", output: texts) { (source: Letters) in
      source.reduce(by: { $0.lowercased() }, into: "", limit: 2) { $0 += $1 }.map { "\($0.key): \($0.result)" }
    }
  }

  @Test func anEmptySourceHasNoResults() {
    #expect(values(Signal<Int, Never>.empty.reduce(by: { $0 }, into: 0) { $0 += $1 }.map(\.key)) == [])
  }

  @Test func aFailureLosesTheResults() {
    expectPicture("1--#", "---#", output: [Character: Int]()) { (source: Ints) in
      source.reduce(by: { $0 }, into: 0) { $0 += $1 }.map(\.result)
    }
  }

  @Test func eachSubscriberStartsWithTheInitialResult() {
    let lists = Signal([1, 2]).reduce(by: { _ in 0 }, into: [0]) { $0.append($1) }.map(\.result)
    #expect(values(lists) == [[0, 1, 2]])
    #expect(values(lists) == [[0, 1, 2]])
  }

  @Test func theResultsAfterADisposalAreNotEmitted() {
    #expect(values(Signal(1...6).reduce(by: { $0 % 3 }, into: 0) { $0 += $1 }.take(2).map(\.key)) == [1, 2])
  }

  @Test func randomListsAreReducedAsByANaiveVersion() {
    forRandomLists { list, random in
      let modulus = 1 + random.below(6)
      let limit = random.below(3) == 0 ? Int.max : 1 + random.below(4)
      let results = Signal(list).reduce(by: { $0 % modulus }, into: [], limit: limit) { $0.append($1) }
      #expect(values(results.map(\.result)) == naive(list, modulus, limit))
      #expect(values(results.map(\.key)) == naive(list, modulus, limit).map { $0[0] % modulus })
    }
  }

  /// The values of each key, in the order of emission.
  private func naive(_ list: [Int], _ modulus: Int, _ limit: Int) -> [[Int]] {
    var (emitted, open, recent): ([[Int]], [[Int]], [Int]) = ([], [], [])
    for value in list {
      let key = value % modulus
      recent = recent.filter { $0 != key } + [key]
      if let index = open.firstIndex(where: { $0[0] % modulus == key }) {
        open[index].append(value)
        continue
      }
      if open.count == limit {
        let idle = recent.removeFirst()
        emitted.append(open.remove(at: open.firstIndex { $0[0] % modulus == idle }!))
      }
      open.append([value])
    }
    return emitted + open
  }

  @Test func aLimitBelowOneTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = Signal([1]).reduce(by: { $0 }, into: 0, limit: 0) { $0 += $1 }
    }
  }

  @Test func battery() {
    Battery.check("reduce(by:into:)") { (input: Signal<Int, TestFailure>) in
      input.reduce(by: { $0 % 2 }, into: 0) { $0 &+= $1 }.map(\.result)
    }
    Battery.check("reduce(by:into:limit:)") { (input: Signal<Int, TestFailure>) in
      input.reduce(by: { $0 % 2 }, into: 0, limit: 1) { $0 &+= $1 }.map(\.result)
    }
  }
}
