import Rill
import StreamTesting
import Testing

@testable import Recipes

@Suite struct PollingTests {
  private enum Offline: Error { case offline }

  private let time = TestScheduler()
  private let asked = MutableProperty<[Duration]>([])
  private let isOnline = MutableProperty(true)

  /// Answers immediately with the number of requests so far.
  private var ask: Signal<Int, Offline> {
    .deferred { [time, asked, isOnline] in
      asked.modify { $0.append(time.now.offset) }
      return isOnline.value ? .just(asked.value.count) : .fail(.offline)
    }
  }

  private let policy = RetryPolicy<Offline>.exponential(from: .seconds(1), limit: 4).capped(at: .seconds(5))

  @Test func whileAllIsWellTheBeatIsSteady() {
    let recorder = Recorder(polling(ask, every: .seconds(10), backingOff: policy, on: time), on: time)
    time.advance(by: .seconds(35))
    #expect(asked.value == [.seconds(0), .seconds(10), .seconds(20), .seconds(30)])
    #expect(recorder.values == [1, 2, 3, 4])
    recorder.dispose()
    #expect(time.pendingCount == 0)
  }

  @Test func afterAFailureItWaitsLongerEachTimeAndAValueResetsThat() {
    let recorder = Recorder(polling(ask, every: .seconds(10), backingOff: policy, on: time), on: time)
    isOnline.value = false
    time.advance(by: .seconds(15))
    #expect(asked.value == [.seconds(0), .seconds(10), .seconds(11), .seconds(13)])
    isOnline.value = true
    time.advance(by: .seconds(3))
    #expect(recorder.values == [1, 5])
    isOnline.value = false
    time.advance(by: .seconds(100))
    #expect(Array(asked.value.dropFirst(4)) == [17, 27, 28, 30, 34, 39].map { .seconds($0) })
    #expect(recorder.completion == .failed(.offline))
  }

  @Test func aRequestThatTakesLongerThanTheBeatIsNotAskedTwice() {
    let slow = ask.delay(for: .seconds(25), on: time)
    let recorder = Recorder(polling(slow, every: .seconds(10), backingOff: policy, on: time), on: time)
    time.advance(by: .seconds(60))
    #expect(asked.value == [.seconds(0), .seconds(30), .seconds(60)])
    #expect(recorder.values == [1, 2])
    recorder.dispose()
  }

  @Test func noRequestWhileTheConditionIsFalse() {
    let isWanted = MutableProperty(false)
    let recorder = Recorder(
      polling(ask, every: .seconds(10), backingOff: policy, while: isWanted, on: time), on: time)
    time.advance(by: .seconds(60))
    #expect(asked.value == [])
    isWanted.value = true
    time.advance(by: .seconds(5))
    isWanted.value = false
    time.advance(by: .seconds(60))
    #expect(asked.value == [.seconds(60)])
    #expect(recorder.values == [1])
  }
}
