import Rill

/// Stores the last known value: a file, a table, a dictionary.
protocol Store<Value>: Sendable {
  associatedtype Value: Sendable
  func read() -> Value?
  func write(_ value: Value)
}

/// The state of a screen: a value if one is known, whether it is fresh, and the failure if not.
struct Known<Value: Sendable, Failure: Error>: Sendable {
  var value: Value?
  var isFresh = false
  var problem: Failure?
}

/// Sends the stored value immediately, then the value of the request, which it stores. A failure keeps the known value.
///
/// One request serves all current subscribers. A later subscriber immediately receives the value known by then.
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
