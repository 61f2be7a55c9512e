import Operators
import StreamTesting
import Testing

@Suite struct TakeUntilReplacementTests {
  @Test func picture() {
    marbles {
      "1-2-3-4-5-|"
      "-----6---7--|"
      "1-2-36---7--|"
    } through: { source, replacement, _ in
      source.take(untilReplacement: replacement)
    }
  }

  @Test func whoseEndsArePassedOn() {
    marbles {
      "1-|"
      "-----6---7--|"
      "1----6---7--|"
    } through: { source, replacement, _ in
      source.take(untilReplacement: replacement)
    }
    marbles {
      "1-#"
      "-----6---7--|"
      "1-#"
    } through: { source, replacement, _ in
      source.take(untilReplacement: replacement)
    }
    marbles {
      "1-2-3-4-5-|"
      "---|"
      "1-2|"
    } through: { source, replacement, _ in
      source.take(untilReplacement: replacement)
    }
  }

  @Test func bothSynchronousAndBothDisposed() {
    let ones = Signal<Int, Never>([1])
    #expect(values(ones.take(untilReplacement: Signal<Int, Never>.just(2))) == [2])
    let diary = Diary()
    let (source, other) = (Subject<Int, Never>(), Subject<Int, Never>())
    let replaced = diary.watch("s", source.signal).take(untilReplacement: diary.watch("o", other.signal))
    let recorder = Recorder(replaced)
    other.send(1)
    #expect(diary.all == ["+o", "+s", "-s"])
    recorder.dispose()
    #expect(diary.all == ["+o", "+s", "-s", "-o"])
    Recorder(replaced).dispose()
    #expect(diary.all.dropFirst(4).sorted() == ["+o", "+s", "-o", "-s"])
  }

  @Test func battery() {
    Battery.check("take(untilReplacement:)") { (input: Signal<Int, TestFailure>) in
      Signal<Int, TestFailure>.never.take(untilReplacement: input)
    }
    Battery.check("take(untilReplacement:)", .keepsRunning) { (input: Signal<Int, TestFailure>) in
      input.take(untilReplacement: Failing.never)
    }
  }
}
