import Rill

/// Where what was known last is kept: a file, a table, a dictionary.
protocol Store<Value>: Sendable {
  associatedtype Value: Sendable
  func read() -> Value?
  func write(_ value: Value)
}

/// What a screen shows: a value if one is known, whether it is of now, and why not.
struct Known<Value: Sendable, Failure: Error>: Sendable {
  var value: Value?
  var isFresh = false
  var problem: Failure?
}

/// What is stored, at once; then what the request brings, which is stored. A failure takes nothing away that was known.
///
/// One request serves all who look at the same time. Who comes later is told at once what is known by then.
func cachedFirst<Value, Failure>(
  _ store: some Store<Value>, _ request: Signal<Value, Failure>
) -> Signal<Known<Value, Failure>, Never> {
  let stored = Signal<Known<Value, Failure>, Never>.deferred { .just(Known(value: store.read())) }
  let asked = request.on(next: { store.write($0) })
    .map { Known(value: $0, isFresh: true) }
    .catch { .just(Known(problem: $0)) }
  return stored.concat(asked)
    .scan(Known()) { known, new in Known(value: new.value ?? known.value, isFresh: new.isFresh, problem: new.problem) }
    .share(replay: 1)
}
