import Operators
import StreamTesting
import Testing

struct WindowByTests {
  @Test func picture() {
    expectWindows("1-2----3-4-|", "a------b---|", ["1-2-|", "-------3-4-|"]) { input, time in
      input.window(by: time.cold("----x-x----").signal.ignoreFailure())
    }
  }

  @Test func pictureOfAToggle() {
    expectWindows("1-2-3-4-5-6-|", "-a---b------|", ["--2-3|", "------4-5|"]) { input, time in
      input.window(openedBy: time.cold("-x---x------").signal.ignoreFailure()) { _ in
        time.cold("----x").signal.ignoreFailure()
      }
    }
  }

  @Test func theEndOfTheTriggerLeavesTheRestToTheEndOfTheSource() {
    expectWindows("1-2-3-|", "a-b---|", ["1|", "--2-3-|"]) { input, time in
      input.window(by: time.cold("-x|").signal.ignoreFailure())
    }
  }

  @Test func windowsMayOverlapAndEndInAnyOrder() {
    expectWindows("1-2-3-4-|", "ab------|", ["1-2-3-4-|", "--2|"]) { input, time in
      input.window(openedBy: time.cold("xy------").signal.ignoreFailure()) { opening in
        time.cold(opening == "y" ? "--|" : "------------x").signal.ignoreFailure()
      }
    }
  }

  @Test func aFailureEndsAllWindowsAndThenTheResult() {
    expectWindows("1-2#", "ab-#", ["1-2#", "--2#"]) { input, time in
      input.window(openedBy: time.cold("xy------").signal.ignoreFailure()) { _ in Signal<Int, Never>.never }
    }
    expectWindows("1-2#", "a--#", ["1-2#"]) { input, _ in input.window(by: Signal<Int, Never>.never) }
  }

  @Test func everythingIsDisposedWithTheResult() {
    let time = TestScheduler()
    let (source, openings, closing) = (time.cold("1-2-3-"), time.cold("x-----"), time.cold("------"))
    let result = source.window(openedBy: openings.infallible) { _ in closing.infallible }
    let recorder = Recorder(result, on: time, disposingAfter: 1)
    time.run()
    source.expectSubscriptions("(^!)")
    openings.expectSubscriptions("(^!)")
    #expect(recorder.values.count == 1)
    #expect(time.pendingCount == 0)
  }

  /// A random order of values, openings and closings.
  @Test func randomWindowsHaveTheValuesOfANaiveVersion() {
    forRandomLists { list, random in
      let (source, openings, triggers) = (Subject<Int, Never>(), Subject<Int, Never>(), Subject<Void, Never>())
      let closings = Subject<Int, Never>()
      let (toggled, cut) = (Notes<Recorder<Int, Never>>(), Notes<Recorder<Int, Never>>())
      source.window(openedBy: openings) { opening in closings.filter { $0 == opening } }
        .subscribe { toggled.add(Recorder($0)) }
      source.window(by: triggers).subscribe { cut.add(Recorder($0)) }
      var expected: [[Int]] = []
      var open: Set<Int> = []
      var pieces: [[Int]] = [[]]
      for number in list {
        switch random.below(4) {
        case 0:
          open.insert(expected.count)
          expected.append([])
          openings.send(expected.count - 1)
        case 1:
          if let window = open.min() {
            open.remove(window)
            closings.send(window)
          }
        case 2:
          pieces.append([])
          triggers.send(())
        default: break
        }
        source.send(number)
        for window in open { expected[window].append(number) }
        pieces[pieces.count - 1].append(number)
      }
      source.complete()
      #expect(toggled.all.map(\.values) == expected)
      #expect(cut.all.map(\.values) == pieces.filter { !$0.isEmpty })
      #expect((toggled.all + cut.all).allSatisfy { $0.completion == .completed })
    }
  }

  @Test func battery() {
    Battery.check("window by") { (input: Signal<Int, TestFailure>) in
      input.window(by: input.ignoreFailure()).flatMap { $0 }
    }
    Battery.check("window opened by") { (input: Signal<Int, TestFailure>) in
      input.window(openedBy: Signal([1])) { _ in Signal<Int, Never>.never }.flatMap { $0 }
    }
  }
}
