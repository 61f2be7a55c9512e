// The names of other libraries are answered with those of this one.
import Rill

struct Queue {}
final class Bag {}

@MainActor func subscribing(
  _ model: SearchModel, _ words: Subject<String, Never>, _ answers: Signal<Int, SearchError>,
  _ title: MutableProperty<String>
) {
  words.sink { print($0) }  // error: 'sink(receiveValue:)' has been renamed to 'subscribe(_:)'
  words.sink(receiveValue: { print($0) })  // error: 'sink(receiveValue:)' has been renamed to 'subscribe(_:)'
  answers.sink(receiveCompletion: { _ in }, receiveValue: { _ in })  // error: Write 'subscribe(next:failed:completed:)'
  words.assign(to: \.title, on: model)  // error: Write 'bind(keyPath, of: object, to: stream)'
  words.bind(to: title)  // error: Write 'property <~ stream'
  words.observeValues { print($0) }  // error: 'observeValues' has been renamed to 'subscribe(_:)'
  words.startWithValues { print($0) }  // error: 'startWithValues' has been renamed to 'subscribe(_:)'
  words.subscribeNext { print($0) }  // error: 'subscribeNext' has been renamed to 'subscribe(_:)'
  words.subscribe(onNext: { print($0) })  // error: Write 'subscribe(next:failed:completed:)'
  answers.subscribe(onNext: { print($0) }, onError: { print($0) })  // error: Write 'subscribe(next:failed:completed:)'
  _ = words.map { $0 }.eraseToAnyPublisher()  // error: There is nothing to erase
  _ = words.map { $0 }.eraseToAnySignal()  // error: There is nothing to erase
  _ = words.asObservable()  // error: Write 'signal'.

  var bag = Bag()
  words.subscribe { print($0) }.store(in: &bag)  // error: A subscription needs no bag
  words.subscribe { print($0) }.disposed(by: bag)  // error: A subscription needs no bag
}

func subjects() {
  _ = PassthroughSubject<Int, Never>()  // error: 'PassthroughSubject' has been renamed to 'Subject'
  _ = CurrentValueSubject<Int, Never>(1)  // error: Write 'MutableProperty', or 'BehaviorSubject'
  _ = PublishSubject<Int>()  // error: Write 'Subject<Value, Never>'
  _ = BehaviorRelay<Int>(1)  // error: 'BehaviorRelay' has been renamed to 'MutableProperty'
  _ = DisposeBag()  // error: A subscription needs no bag
}

func earlierNames(_ list: ObservableList<Int>) {
  _ = ListProperty([1])  // error: 'ListProperty' has been renamed to 'ObservableList'
  _ = list.combined(with: list)  // error: 'combined(with:)' has been renamed to 'merge(_:)'
  let _: CurrentValue<Bool>? = nil  // error: 'CurrentValue' has been renamed to 'Property'
}

func sending(_ words: Subject<Int, Never>, _ name: MutableProperty<Int>) {
  words.onNext(1)  // error: 'onNext' has been renamed to 'send(_:)'
  words.onCompleted()  // error: 'onCompleted()' has been renamed to 'complete()'
  words.accept(1)  // error: 'accept' has been renamed to 'send(_:)'
  name.accept(1)  // error: Set 'value'.
  words.send(completion: .finished)  // error: Write 'complete()' // error: 'finished' has been renamed
}

func operators(_ words: Subject<String, Never>, _ answers: Signal<Int, SearchError>, _ maybe: Signal<Int?, Never>) {
  _ = words.receive(on: Queue())  // error: Handlers run on the actor where they are written
  _ = words.debounce(for: .seconds(1), scheduler: Queue())  // error: Write 'debounce(for:)'
  _ = words.throttle(for: .seconds(1), scheduler: Queue(), latest: true)  // error: Write 'throttle(for:edge:)'
  _ = words.delay(for: .seconds(1), scheduler: Queue())  // error: Write 'delay(for:)'
  _ = words.observe(on: Queue())  // error: 'observe(on:)' has been renamed to 'deliver(on:)'
  _ = words.removeDuplicates()  // error: 'removeDuplicates()' has been renamed to 'distinctUntilChanged()'
  _ = words.skipRepeats()  // error: 'skipRepeats()' has been renamed to 'distinctUntilChanged()'
  _ = words.uniqued()  // error: 'uniqued()' has been renamed to 'unique()'
  _ = words.withLatestFrom(words)  // error: 'withLatestFrom' has been renamed to 'withLatest(from:)'
  _ = words.switchMap { _ in words }  // error: 'switchMap' has been renamed to 'flatMapLatest(_:)'
  _ = words.exhaustMap { _ in words }  // error: 'exhaustMap' has been renamed to 'flatMapFirst(_:)'
  _ = answers.replaceError(with: 1)  // error: 'replaceError(with:)' has been renamed to 'replaceFailure(with:)'
  _ = answers.mapError { $0 }  // error: 'mapError' has been renamed to 'mapFailure(_:)'
  _ = words.setFailureType(to: SearchError.self)  // error: renamed to 'promoteFailure(to:)'
  _ = words.prepend("a")  // error: 'prepend' has been renamed to 'startWith(_:)'
  _ = words.dropFirst()  // error: 'dropFirst' has been renamed to 'skip(_:)'
  _ = words.handleEvents(receiveOutput: { print($0) })  // error: Write 'on(next:completed:)', or 'bind
  _ = maybe.skipNil()  // error: 'skipNil()' has been renamed to 'compact()'
  _ = maybe.compacted()  // error: 'compacted()' has been renamed to 'compact()'
  _ = words.adjacentPairs()  // error: 'adjacentPairs()' has been renamed to 'pairwise()'
  _ = words.merge(with: words)  // error: 'merge(with:)' has been renamed to 'merge(_:)'
  _ = words.debounce(.seconds(1))  // error: 'debounce' has been renamed to 'debounce(for:)'
  _ = words.do(onNext: { print($0) })  // error: Write 'on(next:failed:completed:)'.
  _ = words.combineLatest(words) { $0 + $1 }  // error: Write 'combineLatest(a, b) { … }'
  _ = words.timeout(after: .seconds(1))  // error: timeout(after:failure:)
  _ = words.deliver(on: Queue())  // error: A scheduler is '.main', '.queue()'
  _ = words.flatMapLatest { word in await length(of: word) }  // error: Write 'map(awaiting: .latest) { … }'
  _ = words.sample(.seconds(1))  // error: 'sample' has been renamed to 'sample(every:)'
  _ = words.delaySubscription(.seconds(1))  // error: 'delaySubscription' has been renamed to 'delaySubscription(for:)'
  _ = words.delayWhen { _ in maybe }  // error: 'delayWhen' has been renamed to 'delayEach(until:)'
  _ = words.audit { _ in maybe }  // error: Write 'throttle(until: { … }, edge: .trailing)'.
  _ = words.windowWhen { maybe }  // error: Write 'window(by: trigger)'
  _ = words.groupByUntil({ $0 }, { _ in maybe })  // error: Write 'grouped(by: { … }, until: { … })'.
  _ = words.sequenceEqual(words)  // error: 'sequenceEqual' has been renamed to 'elementsEqual(_:)'
  _ = words.repeatWhen { _ in maybe }  // error: Write 'repeat(when: { rounds in … })'
}

func length(of word: String) async -> Int { word.count }

func looping(_ words: Subject<String, Never>) async {
  for await word in words.signal { print(word) }  // error: AsyncSequence
}

func sources() {
  _ = Just(1)  // error: Write 'Signal.just(value)'.
  _ = Signal.from([1, 2, 3])  // error: Write 'Signal(elements)'.
  _ = Signal.timer(every: .seconds(1))  // error: 'timer(every:)' has been renamed to 'interval(every:)'
  _ = Signal.interval(.seconds(1))  // error: missing argument label 'every:' in call
}

func properties(_ name: MutableProperty<String>, _ command: Command<Int, Int, Never>) {
  _ = name.producer  // error: Write 'signal': the current value, then every change.
  let _: AnyPublisher<String, Never> = name.signal  // error: 'AnyPublisher' has been renamed to 'Signal'
  _ = command.apply(1)  // error: 'apply' has been renamed to 'execute(_:)'
}
