import StreamCore

extension StreamProtocol {
  /// Runs at most `count` inner streams at a time, and sends their values in the order of the source's values.
  ///
  /// A stream keeps its place until all streams before it have completed. So at most `count` streams have waiting
  /// values.
  @inlinable
  func flatMapOrdered<Output: Sendable>(
    _ count: Int, _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      let joint = Joint<FlatteningInOrder<Output>, Failure>(
        FlatteningInOrder(), Sink(next: { $0.send(to: sink, subscription) }, end: sink.end), subscription)
      let places = OrderedPlaces(joint, count)
      subscription.add(places.limit)
      let outer = joint.open()
      let arrivals = Box(0)
      joint.attach(
        source, to: outer,
        sending: { value in
          guard outer.subscription.isActive else { return }
          let inner = transform(value)
          defer { arrivals.value += 1 }
          guard outer.subscription.isActive, places.limit.admit((arrivals.value, inner)) else { return }
          places.run(OrderedPlaces.Place(joint.open()))
        })
    })
  }
}

/// The places of the running inner streams, which are freed in the order of the streams.
@usableFromInline
final class OrderedPlaces<Output: Sendable, Failure: Error>: Sendable {
  /// A place has its own trampoline, as in ``InnerRunner``.
  @usableFromInline
  final class Place: Sendable {
    @usableFromInline let upstream: Joint<FlatteningInOrder<Output>, Failure>.Upstream
    @usableFromInline let current = SerialDisposable()
    @usableFromInline let trampoline = Trampoline()

    @inlinable
    init(_ upstream: Joint<FlatteningInOrder<Output>, Failure>.Upstream) {
      self.upstream = upstream
      upstream.subscription.add(current)
    }
  }

  @usableFromInline let limit: ConcurrencyLimit<(number: Int, inner: Signal<Output, Failure>)>
  @usableFromInline let joint: Joint<FlatteningInOrder<Output>, Failure>

  /// The number of the first stream that has not completed, and the places of later streams that have.
  @usableFromInline let completed = Lock((first: 0, places: [Int: Place]()))

  @inlinable
  init(_ joint: Joint<FlatteningInOrder<Output>, Failure>, _ count: Int) {
    self.joint = joint
    limit = ConcurrencyLimit(count, .waits)
  }

  /// Attaches the next stream to a place, or frees the place.
  @inlinable
  func run(_ place: Place) {
    place.trampoline.bounce {
      guard let (number, inner) = limit.next() else { return joint.complete(place.upstream) }
      let stream = Subscription()
      place.current.inner = Disposable(stream)
      guard stream.isActive else { return }
      inner.attach(
        Sink(
          next: { self.joint.receive(.value($0, number)) },
          end: { completion in
            guard stream.isActive else { return }
            stream.dispose()
            if case .failed(let failure) = completion { return self.joint.fail(failure) }
            self.joint.receive(.ended(number))
            for place in self.freed(by: number, place) { self.run(place) }
          }),
        to: stream)
    }
  }

  /// The places that are free after the completion of a stream.
  @inlinable
  func freed(by number: Int, _ place: Place) -> [Place] {
    completed.withLock { state in
      state.places[number] = place
      var freed: [Place] = []
      while let place = state.places.removeValue(forKey: state.first) {
        freed.append(place)
        state.first += 1
      }
      return freed
    }
  }
}

/// Passes the values of the first stream that has not ended, and queues those of later streams.
@usableFromInline
struct FlatteningInOrder<Value: Sendable>: Operator {
  @usableFromInline
  enum Input: Sendable {
    case value(Value, Int)
    case ended(Int)
  }

  @usableFromInline var first = 0
  @usableFromInline var later: [Int: (waiting: [Value], hasEnded: Bool)] = [:]

  @inlinable
  init() {}

  @inlinable
  mutating func step(_ input: Input) -> Step<Burst<Value>> {
    switch input {
    case .value(let value, first): return .emit(Burst(value))
    case .value(let value, let number): later[number, default: ([], false)].waiting.append(value)
    case .ended(first):
      var values = Burst<Value>()
      var hasEnded = true
      while hasEnded {
        first += 1
        let next = later.removeValue(forKey: first)
        for value in next?.waiting ?? [] { values.append(value) }
        hasEnded = next?.hasEnded ?? false
      }
      return .emit(values)
    case .ended(let number): later[number, default: ([], false)].hasEnded = true
    }
    return .skip
  }
}
