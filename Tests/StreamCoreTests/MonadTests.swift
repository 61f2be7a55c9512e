import StreamCore
import Testing

/// The monad laws, for synchronous and for asynchronous streams.
@Suite struct MonadTests {
  private static func twice(_ value: Int) -> Signal<Int, Problem> {
    Signal([value, value + 100]).promoteFailure()
  }
  private static func odd(_ value: Int) -> Signal<Int, Problem> {
    value % 2 == 1 ? .just(value * 10) : .empty
  }
  private static func failing(_ value: Int) -> Signal<Int, Problem> {
    value > 2 ? .fail(Problem()) : .just(value)
  }
  private static let functions: [@Sendable (Int) -> Signal<Int, Problem>] = [twice, odd, failing]
  private static let streams: [Signal<Int, Problem>] = [
    .empty, .just(1), .fail(Problem()), twice(1), twice(2).concat(Signal<Int, Problem>.fail(Problem())),
  ]

  @Test func leftIdentity() {
    for f in Self.functions {
      for value in 0...4 { #expect(Signal<Int, Problem>.just(value).flatMap(f).events == f(value).events) }
    }
  }

  @Test func rightIdentity() {
    for m in Self.streams { #expect(m.flatMap { .just($0) }.events == m.events) }
  }

  @Test func associativity() {
    for m in Self.streams {
      for f in Self.functions {
        for g in Self.functions {
          #expect(m.flatMap(f).flatMap(g).events == m.flatMap { f($0).flatMap(g) }.events)
        }
      }
    }
  }

  /// Both sides of a law subscribe to the same sources. Two sources and their inner streams send in every order.
  @Test func theLawsHoldForAsynchronousStreams() {
    let scripts: [[Int]] = [
      [0, 1, 2, 3, 4, 5], [0, 3, 1, 4, 2, 5], [3, 0, 4, 1, 5, 2], [0, 1, 3, 4, 2, 5], [3, 4, 5, 0, 1, 2],
    ]
    for script in scripts {
      for fails in [false, true] {
        let m = Hand<Int, Problem>()
        let inner = Hand<Int, Problem>()
        let deeper = Hand<Int, Problem>()
        let f: @Sendable (Int) -> Signal<Int, Problem> = { value in inner.mapping { $0 * 10 + value } }
        let g: @Sendable (Int) -> Signal<Int, Problem> = { value in deeper.mapping { $0 * 1_000 + value } }
        let sides: [Signal<Int, Problem>] = [
          m.flatMap(f).flatMap(g), m.flatMap { f($0).flatMap(g) },
          m.flatMap { .just($0) }.flatMap(f).flatMap(g), m.flatMap { Signal.just($0).flatMap(f) }.flatMap(g),
        ]
        let logs = sides.map { _ in Log<Event<Int, Problem>>() }
        for (side, log) in zip(sides, logs) { side.record(in: log) }
        for step in script {
          switch step {
          case 0: m.send(1)
          case 1: inner.send(2)
          case 2: m.complete()
          case 3: m.send(3)
          case 4: deeper.send(4)
          default: fails ? inner.fail(Problem()) : inner.complete()
          }
        }
        deeper.send(5)
        deeper.complete()
        inner.complete()
        for log in logs {
          #expect(log.all.last?.isTerminal == true)
          #expect(log.all == logs[0].all, "script \(script)")
        }
      }
    }
  }
}
