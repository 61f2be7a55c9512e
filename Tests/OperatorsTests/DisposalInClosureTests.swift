import Operators
import StreamCore
import StreamTesting
import Subjects
import Testing

/// Contract 6: if a user's code inside an operator disposes the subscription, its result is not delivered.
@Suite struct DisposalInClosureTests {
  typealias Build = @Sendable (Signal<Int, Never>, @escaping @Sendable () -> Void) -> Signal<Int, Never>

  static let operators: [(String, Build)] = [
    (
      "map",
      { source, act in
        source.map {
          act(); return $0
        }
      }
    ),
    (
      "filter",
      { source, act in
        source.filter { _ in
          act(); return true
        }
      }
    ),
    (
      "scan",
      { source, act in
        source.scan(0) {
          act(); return $0 + $1
        }
      }
    ),
    (
      "take(while:)",
      { source, act in
        source.take(while: { _ in
          act(); return true
        })
      }
    ),
    (
      "tryMap",
      { source, act in
        source.tryMap {
          act(); return $0
        }
      }
    ),
    ("on(next:)", { source, act in source.on(next: { _ in act() }) }),
    (
      "flatMap",
      { source, act in
        source.flatMap { value in
          act(); return .just(value)
        }
      }
    ),
    (
      "concatMap",
      { source, act in
        source.concatMap { value in
          act(); return .just(value)
        }
      }
    ),
    (
      "flatMapLatest",
      { source, act in
        source.flatMapLatest { value in
          act(); return .just(value)
        }
      }
    ),
    (
      "bind",
      { source, act in
        source.bind {
          { value, _ in
            act(); return .just(value)
          }
        }
      }
    ),
    (
      "combineLatest",
      { source, act in
        combineLatest(source, Signal([1])) {
          act(); return $0 + $1
        }
      }
    ),
    (
      "zip",
      { source, act in
        zip(source, Signal(0..<9)) {
          act(); return $0 + $1
        }
      }
    ),
    (
      "attempt",
      { source, act in
        source.attempt { _ in act() }
      }
    ),
    (
      "scanIndexed",
      { source, act in
        source.scanIndexed(0) { sum, value, _ in
          act(); return sum + value
        }
      }
    ),
    (
      "compactMap",
      { source, act in
        source.compactMap {
          act(); return $0
        }
      }
    ),
    (
      "withLatest(from:)",
      { source, act in
        source.withLatest(from: Signal([1])) {
          act(); return $0 + $1
        }
      }
    ),
    (
      "flatMapFirst",
      { source, act in
        source.flatMapFirst { value in
          act(); return .just(value)
        }
      }
    ),
    (
      "flatMap(.merge(maxConcurrent:))",
      { source, act in
        source.flatMap(.merge(maxConcurrent: 1)) { value in
          act(); return .just(value)
        }
      }
    ),
    (
      "distinctUntilChanged(comparing:)",
      { source, act in
        source.distinctUntilChanged {
          act(); return $0
        }
      }
    ),
    (
      "unique(comparing:)",
      { source, act in
        source.unique {
          act(); return $0
        }
      }
    ),
    (
      "grouped",
      { source, act in
        source.grouped {
          act(); return $0
        }
        .flatMap { $0.signal }
      }
    ),
    (
      "debounce(until:)",
      { source, act in
        source.debounce(until: { value in
          act(); return Signal<Int, Never>.just(value)
        })
      }
    ),
  ]

  @Test(arguments: operators.indices)
  func theResultOfACallThatDisposesIsNotDelivered(_ index: Int) {
    let (name, build) = Self.operators[index]
    let subject = Subject<Int, Never>()
    let handle = SerialDisposable()
    let calls = Counter()
    let values = Counter()
    handle.inner = build(subject.signal) {
      calls.up()
      if calls.count == 2 { handle.dispose() }
    }.subscribe { _ in values.up() }
    for number in 1...4 { subject.send(number) }
    #expect(calls.count == 2, "\(name) is called for values after its subscription was disposed.")
    #expect(values.count == 1, "\(name) delivers what it made of a value when it had been disposed.")
  }
}
