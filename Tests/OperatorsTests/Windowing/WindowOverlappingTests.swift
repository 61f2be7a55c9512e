import Operators
import StreamTesting
import Testing

struct WindowOverlappingTests {
  @Test func picture() {
    expectWindows("1-2-3-4-5-|", "a---b---c-|", ["1-2-(3|)", "----3-4-(5|)", "--------5-|"]) { input, _ in
      input.window(count: 3, every: 2)
    }
  }

  @Test func valuesBetweenWindowsAreInNone() {
    expectWindows("1-2-3-4-5-|", "a-----b---|", ["1-(2|)", "------4-(5|)"]) { input, _ in
      input.window(count: 2, every: 3)
    }
  }

  @Test func aFailureEndsAllWindowsAndThenTheResult() {
    expectWindows("1-2#", "a-b#", ["1-2#", "--2#"]) { input, _ in input.window(count: 3, every: 1) }
  }

  @Test func randomListsAreCutAsByANaiveVersion() {
    forRandomLists { list, random in
      let (count, step) = (1 + random.below(5), 1 + random.below(5))
      let expected = stride(from: 0, to: list.count, by: step).map { Array(list[$0...].prefix(count)) }
      #expect(windows(Signal(list).window(count: count, every: step)) == expected)
    }
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.window(count: 0, every: 1) }
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.window(count: 1, every: 0) }
  }

  @Test func battery() {
    Battery.check("window, overlapping") { (input: Signal<Int, TestFailure>) in
      input.window(count: 2, every: 1).flatMap { $0 }
    }
  }
}
