import Operators
import StreamTesting
import Testing

struct MergeSortedTests {
  @Test func picture() {
    marbles {
      "1---4---|"
      "--2---3---|"
      "--1-2-3---(4|)"
    } through: { a, b, _ in
      mergeSorted(a, b)
    }
  }

  @Test func ofEqualValuesThatOfTheEarlierStreamComesFirst() {
    let (a, b) = (
      Signal<(Int, String), Never>([(1, "a"), (2, "a")]), Signal<(Int, String), Never>([(1, "b"), (2, "b")])
    )
    #expect(values(mergeSorted([a, b]) { $0.0 < $1.0 }).map(\.1) == ["a", "b", "a", "b"])
  }

  @Test func anEmptyListAndAStreamWithoutValues() {
    #expect(Recorder(mergeSorted([Signal<Int, Never>]()) { $0 < $1 }).completion == .completed)
    #expect(values(mergeSorted(Signal<Int, Never>([1, 2]), .empty as Signal<Int, Never>)) == [1, 2])
  }

  @Test func likeASortedList() {
    var random = Random(state: 9)
    for _ in 0..<300 {
      let lists = (0..<(1 + random.below(5))).map { _ in (0..<random.below(8)).map { _ in random.below(9) }.sorted() }
      let subjects = lists.map { _ in Subject<Int, Never>() }
      let recorder = Recorder(mergeSorted(subjects) { $0 < $1 })
      var places = lists.map { _ in 0 }
      while let lane = places.indices.filter({ places[$0] <= lists[$0].count }).randomElement(&random) {
        if places[lane] < lists[lane].count {
          subjects[lane].send(lists[lane][places[lane]])
        } else {
          subjects[lane].complete()
        }
        places[lane] += 1
      }
      #expect(recorder.values == lists.flatMap { $0 }.sorted())
      #expect(recorder.completion == .completed)
    }
  }

  @Test func battery() {
    Battery.check("mergeSorted") { (input: Signal<Int, TestFailure>) in mergeSorted(input, input) }
    Battery.check("mergeSorted of kept values") { (input: Signal<Probed, Probed>) in mergeSorted(input, input) }
  }
}

extension Array {
  /// Returns an element chosen by a generator with a seed.
  func randomElement(_ random: inout Random) -> Element? { isEmpty ? nil : self[random.below(count)] }
}
