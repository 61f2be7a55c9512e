public import StreamCore

// Names from Combine, RxSwift, RxJS, ReactiveSwift and AsyncAlgorithms. The compiler answers each with the name used
// here.

extension StreamProtocol {
  /// Combine's name of ``deliver(on:buffering:)``.
  @available(
    *, unavailable,
    message: "Handlers run on the actor where they are written. To use a queue, write 'deliver(on: .queue())'."
  )
  public func receive<Target>(on target: Target) -> Signal<Value, Failure> { fatalError() }

  /// RxSwift's and ReactiveSwift's name of ``deliver(on:buffering:)``.
  @available(*, unavailable, renamed: "deliver(on:)")
  public func observe<Target>(on target: Target) -> Signal<Value, Failure> { fatalError() }

  /// Combine's and AsyncAlgorithms' name of ``distinctUntilChanged()``.
  @available(*, unavailable, renamed: "distinctUntilChanged()")
  public func removeDuplicates() -> Signal<Value, Failure> { fatalError() }

  /// ReactiveSwift's name of ``distinctUntilChanged()``.
  @available(*, unavailable, renamed: "distinctUntilChanged()")
  public func skipRepeats() -> Signal<Value, Failure> { fatalError() }

  /// AsyncAlgorithms' name of ``unique()``.
  @available(*, unavailable, renamed: "unique()")
  public func uniqued() -> Signal<Value, Failure> { fatalError() }

  /// RxSwift's name of ``withLatest(from:)``.
  @available(*, unavailable, renamed: "withLatest(from:)")
  public func withLatestFrom<Other>(_ other: some StreamProtocol<Other, Failure>) -> Signal<(Value, Other), Failure> {
    fatalError()
  }

  /// The name of ``flatMapLatest(_:)`` elsewhere.
  @available(*, unavailable, renamed: "flatMapLatest(_:)")
  public func switchMap<Inner: StreamProtocol>(
    _ transform: @escaping (Value) -> Inner
  ) -> Signal<Inner.Value, Inner.Failure> { fatalError() }

  /// The name of ``flatMapFirst(_:)`` elsewhere.
  @available(*, unavailable, renamed: "flatMapFirst(_:)")
  public func exhaustMap<Inner: StreamProtocol>(
    _ transform: @escaping (Value) -> Inner
  ) -> Signal<Inner.Value, Inner.Failure> { fatalError() }

  /// Combine's name of ``replaceFailure(with:)``.
  @available(*, unavailable, renamed: "replaceFailure(with:)")
  public func replaceError(with value: Value) -> Signal<Value, Never> { fatalError() }

  /// Combine's and ReactiveSwift's name of ``mapFailure(_:)``.
  @available(*, unavailable, renamed: "mapFailure(_:)")
  public func mapError<NewFailure: Error>(_ transform: @escaping (Failure) -> NewFailure) -> Signal<Value, NewFailure> {
    fatalError()
  }

  /// Combine's name of ``promoteFailure(to:)``.
  @available(*, unavailable, renamed: "promoteFailure(to:)")
  public func setFailureType<NewFailure: Error>(to type: NewFailure.Type) -> Signal<Value, NewFailure> { fatalError() }

  /// Combine's and ReactiveSwift's name of ``startWith(_:)``.
  @available(*, unavailable, renamed: "startWith(_:)")
  public func prepend(_ values: Value...) -> Signal<Value, Failure> { fatalError() }

  /// Combine's name of ``skip(_:)``.
  @available(*, unavailable, renamed: "skip(_:)")
  public func dropFirst(_ count: Int = 1) -> Signal<Value, Failure> { fatalError() }

  /// Combine's name of ``on(subscribed:next:failed:completed:terminated:disposed:)``.
  @available(
    *, unavailable,
    message: "Write 'on(next:completed:)', or 'bind(keyPath, of: self, to: stream)' to set a property of a model."
  )
  public func handleEvents(receiveOutput: @escaping (Value) -> Void) -> Signal<Value, Failure> { fatalError() }

  /// ReactiveSwift's name of ``compact()``.
  @available(*, unavailable, renamed: "compact()")
  public func skipNil<Wrapped>() -> Signal<Wrapped, Failure> where Value == Wrapped? { fatalError() }

  /// AsyncAlgorithms' name of ``compact()``.
  @available(*, unavailable, renamed: "compact()")
  public func compacted<Wrapped>() -> Signal<Wrapped, Failure> where Value == Wrapped? { fatalError() }

  /// AsyncAlgorithms' name of ``pairwise()``.
  @available(*, unavailable, renamed: "pairwise()")
  public func adjacentPairs() -> Signal<(previous: Value, current: Value), Failure> { fatalError() }

  /// Combine's name of ``merge(_:)``.
  @available(*, unavailable, renamed: "merge(_:)")
  public func merge(with other: some StreamProtocol<Value, Failure>) -> Signal<Value, Failure> { fatalError() }

  /// Combine's form of ``debounce(for:on:when:)``.
  @available(*, unavailable, message: "Write 'debounce(for:)'; a scheduler is given in tests: 'debounce(for:on:)'.")
  public func debounce<Target>(for quiet: Duration, scheduler: Target) -> Signal<Value, Failure> { fatalError() }

  /// Combine's form of ``throttle(for:edge:on:)``.
  @available(*, unavailable, message: "Write 'throttle(for:edge:)', with '.trailing' for the latest value.")
  public func throttle<Target>(
    for interval: Duration, scheduler: Target, latest: Bool
  ) -> Signal<Value, Failure> { fatalError() }

  /// Combine's form of ``delay(for:on:)``.
  @available(*, unavailable, message: "Write 'delay(for:)'; a scheduler is given in tests: 'delay(for:on:)'.")
  public func delay<Target>(for interval: Duration, scheduler: Target) -> Signal<Value, Failure> { fatalError() }

  /// RxSwift's form of ``debounce(for:on:when:)``.
  @available(*, unavailable, renamed: "debounce(for:)")
  public func debounce(_ quiet: Duration) -> Signal<Value, Failure> { fatalError() }

  /// RxSwift's name of ``on(subscribed:next:failed:completed:terminated:disposed:)``.
  @available(*, unavailable, message: "Write 'on(next:failed:completed:)'.")
  public func `do`(
    onNext: @escaping (Value) -> Void = { _ in }, onError: @escaping (Failure) -> Void = { _ in },
    onCompleted: @escaping () -> Void = {}
  ) -> Signal<Value, Failure> { fatalError() }

  /// Combine's form of ``combineLatest(_:_:_:)``.
  @available(*, unavailable, message: "Write 'combineLatest(a, b) { … }', or 'Property(a, b) { … }' for state.")
  public func combineLatest<Other, Output>(
    _ other: some StreamProtocol<Other, Failure>, _ combine: @escaping (Value, Other) -> Output
  ) -> Signal<Output, Failure> { fatalError() }

  /// A timeout needs a failure or another stream.
  @available(*, unavailable, message: "Write 'timeout(after:failure:)' or 'timeout(after:to:)'.")
  public func timeout(after limit: Duration) -> Signal<Value, Failure> { fatalError() }

  /// A target that is not a scheduler.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "A scheduler is '.main', '.queue()' or 'QueueScheduler(targeting: queue)'; handlers run on their own actor."
  )
  public func deliver<Target>(on target: Target) -> Signal<Value, Failure> { fatalError() }

  /// An asynchronous function in place of a stream.
  @_disfavoredOverload
  @available(*, unavailable, message: "Write 'map(awaiting: .latest) { … }' for an asynchronous function.")
  public func flatMapLatest<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) async throws -> Output
  ) -> Signal<Output, Failure> { fatalError() }

  /// A short form of ``sample(every:on:)`` that does not exist.
  @available(*, unavailable, renamed: "sample(every:)")
  public func sample(_ interval: Duration) -> Signal<Value, Failure> { fatalError() }

  /// RxJS's and RxSwift's name of ``delaySubscription(for:on:)``.
  @available(*, unavailable, renamed: "delaySubscription(for:)")
  public func delaySubscription(_ delay: Duration) -> Signal<Value, Failure> { fatalError() }

  /// RxJS's name of ``delayEach(until:)``.
  @available(*, unavailable, renamed: "delayEach(until:)")
  public func delayWhen<Trigger: StreamProtocol>(
    _ trigger: @escaping (Value) -> Trigger
  ) -> Signal<Value, Failure> { fatalError() }

  /// RxJS's name of the trailing edge of ``throttle(until:edge:)``.
  @available(*, unavailable, message: "Write 'throttle(until: { … }, edge: .trailing)'.")
  public func audit<Trigger: StreamProtocol>(
    _ trigger: @escaping (Value) -> Trigger
  ) -> Signal<Value, Failure> { fatalError() }

  /// RxJS's name of ``window(by:)``.
  @available(*, unavailable, message: "Write 'window(by: trigger)', or 'window(openedBy:closedBy:)'.")
  public func windowWhen<Trigger: StreamProtocol>(
    _ trigger: @escaping () -> Trigger
  ) -> Signal<Signal<Value, Failure>, Failure> { fatalError() }

  /// Rx.NET's name of ``grouped(by:limit:until:)``.
  @available(*, unavailable, message: "Write 'grouped(by: { … }, until: { … })'.")
  public func groupByUntil<Key: Hashable & Sendable, Trigger: StreamProtocol>(
    _ key: @escaping (Value) -> Key, _ end: @escaping (GroupedSignal<Key, Value, Failure>) -> Trigger
  ) -> Signal<GroupedSignal<Key, Value, Failure>, Failure> { fatalError() }

  /// RxJS's name of ``elementsEqual(_:by:)``.
  @available(*, unavailable, renamed: "elementsEqual(_:)")
  public func sequenceEqual(_ other: some StreamProtocol<Value, Failure>) -> Signal<Bool, Failure> { fatalError() }

  /// RxJS's name of ``repeat(when:)``.
  @available(*, unavailable, message: "Write 'repeat(when: { rounds in … })', or 'repeat(.constant(…))'.")
  public func repeatWhen<Trigger: StreamProtocol>(
    _ notifier: @escaping (Signal<Void, Never>) -> Trigger
  ) -> Signal<Value, Failure> { fatalError() }
}

extension Signal where Failure == Never {
  /// RxSwift's name of the stream of a sequence's elements.
  @available(*, unavailable, message: "Write 'Signal(elements)'.")
  public static func from(_ elements: some Sequence<Value>) -> Signal { fatalError() }
}

extension Signal where Value == Int, Failure == Never {
  /// Combine's name of ``interval(every:tolerance:missedBeats:on:)``.
  @available(*, unavailable, renamed: "interval(every:)")
  public static func timer(every interval: Duration) -> Signal { fatalError() }
}
