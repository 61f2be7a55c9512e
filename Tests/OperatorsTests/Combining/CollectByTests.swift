import Operators
import StreamTesting
import Testing

struct CollectByTests {
  @Test func picture() {
    marbles(values: ["a": ["1", "2"], "b": [], "c": ["3", "4"]]) {
      "1-2----3-4-|"
      "----x-x----"
      "----a-b----(c|)"
    } through: { input, trigger, _ in
      input.collect(by: trigger.ignoreFailure())
    }
  }

  @Test func theEndOfTheTriggerLeavesTheRestToTheEndOfTheSource() {
    marbles(values: ["a": ["1"], "b": ["2", "3"]]) {
      "1-2-3-|"
      "-x|"
      "-a----(b|)"
    } through: { input, trigger, _ in
      input.collect(by: trigger.ignoreFailure())
    }
  }

  @Test func withNothingLeftItJustCompletes() {
    marbles(values: ["a": ["1"]]) {
      "1--|"
      "-x--"
      "-a-|"
    } through: { input, trigger, _ in
      input.collect(by: trigger.ignoreFailure())
    }
  }

  @Test func aFailureDropsTheCollectedValues() {
    marbles {
      "12#"
      "----x"
      "--#"
    } through: { input, trigger, _ in
      input.collect(by: trigger.ignoreFailure())
    }
  }

  @Test func bothAreDisposed() {
    let time = TestScheduler()
    let (source, trigger) = (time.cold("1-2-3-"), time.cold("-x-x-x"))
    let recorder = Recorder(source.collect(by: trigger.infallible), on: time, disposingAfter: 1)
    time.run()
    source.expectSubscriptions("^!")
    trigger.expectSubscriptions("^!")
    #expect(recorder.values == [["1"]])
  }

  @Test func battery() {
    Battery.check("collect by") { (input: Signal<Int, TestFailure>) in
      input.collect(by: input.ignoreFailure())
    }
  }
}
