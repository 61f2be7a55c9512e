import Operators
import StreamTesting
import Testing

/// In the pictures the function takes as many ticks as its value.
@Suite struct MapAwaitingTests {
  @Test(arguments: [FlattenStrategy.latest, .first, .concat, .merge(maxConcurrent: 2)])
  func theStreamThatFollowsIsNotCancelled(_ strategy: FlattenStrategy) async {
    let next = Signal<Bool, Never> { observer in
      observer.send(Task.isCancelled)
      observer.complete()
    }
    let first = Signal<Int, Never>([1, 2]).map(awaiting: strategy) { _ in Task.isCancelled }.take(1)
    #expect(await concat(first, next).collect == [false, false])
    let failing = Signal<Int, Never>.just(1).map(awaiting: strategy) { _ async throws(Oops) -> Bool in throw .oops }
    #expect(await failing.catch { _ in next }.collect == [false])
  }

  private let work = Work()
  private var time: TestScheduler { work.time }

  @discardableResult
  private func check(
    _ strategy: FlattenStrategy, _ input: String, _ expected: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Work {
    expectPicture(expected, fileID: fileID, filePath: filePath, line: line, column: column) { work in
      work.source(input).map(awaiting: strategy) { number async throws(Oops) in try await work.take(upToFive: number) }
    }
  }

  @Test func concatWorksOnOneAfterAnother() {
    let work = check(.concat, "(31)2----|", "---31-(2|)")
    #expect(work.mostAtATime == 1)
  }

  @Test func orderedSendsInTheOrderOfTheValues() {
    check(.ordered(maxConcurrent: 2), "31-----2|", "---(31)-----(2|)")
  }

  @Test func orderedKeepsNoMoreResultsThanPlaces() {
    let work = check(.ordered(maxConcurrent: 2), "(5111)|", "-----(51)(11|)")
    #expect(work.mostAtATime == 2)
  }

  @Test func unorderedSendsAsTheyCome() {
    let work = check(.merge(maxConcurrent: 3), "(3125)|", "-123--(5|)")
    #expect(work.mostAtATime == 3)
  }

  @Test func latestCancelsTheOneBefore() {
    let work = check(.latest, "3-1--2--|", "---1---2|")
    #expect(work.cancelled.withLock { $0 } == [3])
  }

  @Test func firstDropsValuesDuringTheWork() {
    let work = check(.first, "31----1|", "---3---(1|)")
    #expect(work.started.withLock { $0 } == [3, 1])
  }

  @Test func theEndWaitsForTheRunningWork() {
    check(.ordered(maxConcurrent: 2), "4|", "----(4|)")
    check(.concat, "|", "|")
  }

  @Test(arguments: [FlattenStrategy.concat, .ordered(maxConcurrent: 3), .merge(maxConcurrent: 3)])
  func aFailureCancelsTheOthers(_ strategy: FlattenStrategy) {
    check(strategy, "1-(1999)-", strategy == .concat ? "-1-1-----#" : "-1-1----#")
  }

  @Test func aFailureOfTheSourceCancels() {
    let work = check(.merge(maxConcurrent: 2), "13#", "-1#")
    #expect(work.cancelled.withLock { $0 } == [3])
  }

  @Test func disposingCancels() {
    let recorder = Recorder(
      work.source("(555)").map(awaiting: .ordered(maxConcurrent: 2)) { [work] in await work.take($0) }, on: time)
    time.advance(by: time.ticks(1))
    recorder.dispose()
    time.advance()
    #expect(work.cancelled.withLock { $0 } == [5, 5])
    #expect(work.started.withLock { $0 } == [5, 5])
    #expect(recorder.events.isEmpty)
  }

  /// The result has the failure type of the closure if the source cannot fail.
  @Test func aStreamThatCannotFailTakesTheFailureOfTheFunction() {
    let numbers: Signal<Int, Never> = Signal([6])
    let result: Signal<Int, Oops> = numbers.map(awaiting: .concat) { [work] number async throws(Oops) in
      try await work.take(upToFive: number)
    }
    expectMarbles("------#", result, on: time)
    let certain: Signal<Int, Never> = numbers.map(awaiting: .concat) { $0 }
    expectMarbles("(6|)", certain, on: time)
  }

  /// An asynchronous sequence is read at most one value ahead of the concurrent work.
  @Test func aSequenceThatIsTheSourceIsHeldUp() {
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingOldest(100))
    for _ in 1...10 { continuation.yield(2) }
    continuation.finish()
    let recorder = Recorder(
      Signal<Int, Never>(numbers).map(awaiting: .merge(maxConcurrent: 2)) { [work] in await work.take($0) },
      on: time)
    time.advance(by: time.ticks(1))
    #expect(work.started.withLock { $0.count } == 2)
    let rest = Lock(0)
    time.task { for await _ in numbers { rest.withLock { $0 += 1 } } }
    time.advance()
    #expect(rest.withLock { $0 } == 7, "two are worked on, and one waits")
    time.run()
    #expect(recorder.values.count == 3)
  }

  /// A consumer without capacity suspends the work, and the work suspends the source.
  @Test func aConsumerWithoutCapacitySuspendsTheWork() {
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    for number in 0..<20 { continuation.yield(number % 2) }
    continuation.finish()
    let values = Signal<Int, Never>(numbers)
      .map(awaiting: .ordered(maxConcurrent: 2)) { [work] in await work.take($0) }
      .values(buffering: .suspending(3))
    let task = time.task { [time] in
      var seen: [Int] = []
      for await value in values {
        seen.append(value)
        try? await time.sleep(for: time.ticks(10))
      }
      return seen
    }
    time.advance(by: time.ticks(9))
    #expect(work.started.withLock { $0.count } <= 7)
    time.run()
    #expect(work.started.withLock { $0.count } == 20)
    let done = Lock<[Int]>([])
    time.task {
      let seen = await task.value
      done.withLock { $0 = seen }
    }
    time.advance()
    #expect(done.withLock { $0 } == (0..<20).map { $0 % 2 })
  }

  /// Work that waits for the consumer frees its place for a queued value. A value that arrives then is queued behind
  /// the others.
  @Test func aValueThatComesWhileTheWorkIsHeldUpGoesBehindThoseThatWait() {
    let subject = Subject<Int, Never>()
    let seen = Lock<[Int]>([])
    let turns = Subject<Void, Never>()
    let values = subject.map(awaiting: .concat) { $0 }.values(buffering: .suspending(1))
    time.task {
      var values = values.makeAsyncIterator()
      _ = await turns.first
      while let value = await values.next() { seen.withLock { $0.append(value) } }
    }
    time.advance()
    time.perform { for value in 1...3 { subject.send(value) } }
    time.advance()
    time.perform { subject.send(4) }
    time.advance()
    time.perform {
      subject.complete()
      turns.send()
    }
    time.advance()
    #expect(seen.withLock { $0 } == [1, 2, 3, 4])
  }

  @Test func manyValuesOnTheGlobalPool() async {
    let ordered = await Signal(0..<20_000).map(awaiting: .ordered(maxConcurrent: 8)) { number in
      await Task.yield()
      return number
    }.collect
    #expect(ordered == Array(0..<20_000))
    let unordered = await Signal(0..<20_000).map(awaiting: .merge(maxConcurrent: 8)) { number in
      await Task.yield()
      return number
    }.collect
    #expect(unordered.sorted() == Array(0..<20_000))
  }

  @Test func impossibleCountsTrap() async {
    await #expect(processExitsWith: .failure) { _ = FlattenStrategy.ordered(maxConcurrent: 0) }
    await #expect(processExitsWith: .failure) { _ = FlattenStrategy.merge(maxConcurrent: -1) }
  }
}
