import Operators
import StreamTesting
import Testing

/// A custom stream: `count` twice.
private struct Twice: StreamProtocol {
  var count: Int
  var signal: Signal<Int, Never> { Signal([count, count]) }
}

/// The same for a stream that can fail.
private struct TwiceOrFailing: StreamProtocol {
  var count: Int
  var signal: Signal<Int, TestFailure> { Signal([count, count]).promoteFailure() }
}

/// The closures of flattening operators may return any stream type, as `merge` and `concat` accept any.
@Suite struct FlatteningAnyTests {
  private let sure = Signal<Int, Never>([1, 2])
  private let failing: Signal<Int, TestFailure> = Signal([1, 2]).promoteFailure()

  private func check(
    _ stream: Signal<Int, TestFailure>, _ expected: [Int], at location: SourceLocation = #_sourceLocation
  ) {
    let recorder = Recorder(stream)
    #expect(recorder.values == expected, sourceLocation: location)
    #expect(recorder.completion == .completed, sourceLocation: location)
  }

  @Test func aSourceThatCannotFail() {
    #expect(values(sure.flatMap { Twice(count: $0) }) == [1, 1, 2, 2])
    #expect(values(sure.flatMap(.concat) { Twice(count: $0) }) == [1, 1, 2, 2])
    #expect(values(sure.concatMap { Twice(count: $0) }) == [1, 1, 2, 2])
    #expect(values(sure.flatMapLatest { Twice(count: $0) }) == [1, 1, 2, 2])
    #expect(values(sure.flatMapFirst { Twice(count: $0) }) == [1, 1, 2, 2])
    #expect(values(sure.then { Twice(count: 3) }) == [3, 3])
    #expect(values(sure.debounce(until: { Twice(count: $0) })) == [1, 2])
  }

  @Test func aSourceThatCannotFailAndStreamsThatCan() {
    check(sure.flatMap { TwiceOrFailing(count: $0) }, [1, 1, 2, 2])
    check(sure.flatMap(.concat) { TwiceOrFailing(count: $0) }, [1, 1, 2, 2])
    check(sure.concatMap { TwiceOrFailing(count: $0) }, [1, 1, 2, 2])
    check(sure.flatMapLatest { TwiceOrFailing(count: $0) }, [1, 1, 2, 2])
    check(sure.flatMapFirst { TwiceOrFailing(count: $0) }, [1, 1, 2, 2])
    check(sure.then { TwiceOrFailing(count: 3) }, [3, 3])
  }

  /// After a source that can fail, `catch` takes any stream; the closures of the others use `signal`.
  @Test func aSourceThatCanFail() {
    check(failing.flatMap { Twice(count: $0).signal }, [1, 1, 2, 2])
    #expect(values(Signal<Int, TestFailure>.fail(TestFailure()).catch { _ in Twice(count: 3) }) == [3, 3])
    check(Signal<Int, TestFailure>.fail(TestFailure()).catch { _ in TwiceOrFailing(count: 3) }, [3, 3])
  }

  @Test func subjectsInClosuresOfSeveralStatements() {
    let (one, two) = (Subject<Int, Never>(), BehaviorSubject<Int, Never>(7))
    let source = Subject<Int, Never>()
    let recorder = Recorder(
      source.flatMapLatest { number in
        let chosen = number + 1
        return chosen > 1 ? two.signal : one.signal
      }.merge(source.flatMap { _ in one }))
    source.send(0)
    one.send(5)
    source.send(1)
    two.send(8)
    #expect(recorder.values == [5, 5, 7, 8])
    recorder.dispose()
  }

  /// A `Signal` is inferred as before: from members, from both branches, from the last of several statements.
  @Test func closuresThatReturnSignals() {
    #expect(values(sure.flatMap { .just($0) }) == [1, 2])
    #expect(values(sure.flatMapLatest { $0 == 1 ? .empty : .just($0) }) == [2])
    #expect(values(sure.concatMap { number in if number == 1 { Signal.just(number) } else { .empty } }) == [1])
    let mixed = sure.concatMap { number in if number == 1 { failing } else { .fail(TestFailure()) } }
    #expect(Recorder(mixed).values == [1, 2])
    #expect(Recorder(mixed).completion == .failed(TestFailure()))
    let named: Signal<Int, TestFailure> = sure.flatMap { _ in .fail(TestFailure()) }
    #expect(Recorder(named).completion == .failed(TestFailure()))
    let longer = failing.flatMap { number in
      let next = number + 1
      return Signal([number, next]).promoteFailure(to: TestFailure.self)
    }
    check(longer, [1, 2, 2, 3])
  }
}
