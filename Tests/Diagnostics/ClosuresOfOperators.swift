// A mistake inside an operator's closure is answered with that mistake.
import Rill

struct StrangeError: Error {}

func transforming(_ words: Subject<String, Never>) {
  _ = words.map { $0.foo }  // error: value of type 'String' has no member 'foo'
  _ = words.map { 1 }  // error: expects 1 argument, which cannot be implicitly ignored
  _ = words.map { $0.count }.map { $0.foo }.filter { $0 > 1 }  // error: value of type 'Int' has no member 'foo'
  _ = words.map { (x: Int) in x }  // error: expected argument type '@Sendable (String) -> Int'
  let _: Signal<Int, Never> = words.map { $0 }  // error: value of type 'String' to closure result type 'Int'
  _ = words.filter { $0.isEmtpy }  // error: value of type 'String' has no member 'isEmtpy'
  _ = words.filter { $0.count }  // error: cannot convert value of type 'Int' to closure result type 'Bool'
  _ = words.filter { true }  // error: expects 1 argument, which cannot be implicitly ignored
  _ = words.compactMap { Int($0, radx: 3) }  // error: incorrect argument label
  _ = words.scan(0) { $0 + $1 }  // error: value of type 'String' to expected argument type 'Int'
  _ = words.distinctUntilChanged { $0.foo }  // error: value of type 'String' has no member 'foo'
}

func flattening(_ words: Subject<String, Never>, _ answers: Signal<Int, SearchError>) {
  _ = words.flatMap { $0.foo }  // error: value of type 'String' has no member 'foo'
  _ = words.flatMap { Signal.just($0.foo) }  // error: value of type 'String' has no member 'foo'
  _ = words.flatMap { x in Signal.just(x.foo) }.map { $0 + 1 }  // error: value of type 'String' has no member 'foo'
  _ = words.flatMapLatest { x in Signal.just(x.foo) }  // error: value of type 'String' has no member 'foo'
  _ = words.flatMapLatest { Signal.just(1) }  // error: expects 1 argument, which cannot be implicitly ignored
  _ = words.concatMap { x in
    let y = x.foo  // error: value of type 'String' has no member 'foo'
    return Signal.just(y)
  }
  _ = words.flatMap(.latest) { x in answrs }  // error: cannot find 'answrs' in scope
  _ = answers.flatMap { $0 + 1 }  // error: value of type 'Int' // error: 'Output' could not be inferred
  _ = answers.flatMap { _ in Signal<Int, StrangeError>.empty }  // error: '@Sendable (Int) -> Signal<Int, StrangeError>'
  _ = answers.then { Signal<Int, Never>.just("a") }  // error: cannot convert value of type 'String'
  _ = answers.catch { Signal.just(1) }  // error: expects 1 argument, which cannot be implicitly ignored
  _ = answers.catch { _ in Signal.just("a") }  // error: value of type 'String' to expected argument type 'Int'
  _ = answers.catch { e in Signal.just(e.foo) }  // error: value of type 'SearchError' has no member 'foo'
}

func joining(_ words: Subject<String, Never>, _ answers: Signal<Int, SearchError>) {
  _ = combineLatest(words, words) { $0.count + $1.foo }  // error: value of type 'String' has no member 'foo'
  _ = combineLatest(words, words) { a in a.count }  // error: expects 2 arguments, but 1 was used
  _ = combineLatest(words, words).map { $0.foo }  // error: value of tuple type '(String, String)' has no member 'foo'
  _ = zip(words, words) { $0.count + $1.foo }  // error: value of type 'String' has no member 'foo'
  _ = merge(words, answers)  // error: cannot convert value of type 'Int' to expected argument type 'String'
}

func mixing(_ a: Signal<Int, Never>, _ b: Signal<Int, SearchError>, _ c: Signal<Int, StrangeError>) {
  _ = merge(a, b)  // error: Failure types must be equal: write 'promoteFailure()'
  _ = merge(b, a)  // error: Failure types must be equal: write 'promoteFailure()'
  _ = concat(a, b)  // error: Failure types must be equal: write 'promoteFailure()'
  _ = race(b, a)  // error: Failure types must be equal: write 'promoteFailure()'
  _ = combineLatest(a, b)  // error: Failure types must be equal: write 'promoteFailure()'
  _ = combineLatest(b, a) { $0 + $1 }  // error: Failure types must be equal: write 'promoteFailure()'
  _ = zip(b, a)  // error: Failure types must be equal: write 'promoteFailure()'
  _ = zip(a, b) { $0 + $1 }  // error: Failure types must be equal: write 'promoteFailure()'
  _ = merge(a, b, a)  // error: Failure types must be equal: write 'promoteFailure()'
  _ = concat(a, b, a, b)  // error: Failure types must be equal: write 'promoteFailure()'
  _ = race(b, a, a)  // error: Failure types must be equal: write 'promoteFailure()'
  _ = combineLatest(a, a, b)  // error: Failure types must be equal: write 'promoteFailure()'
  _ = combineLatest(a, a, b) { $0 + $1 + $2 }  // error: Failure types must be equal: write 'promoteFailure()'
  _ = zip(b, a, b).map { $0 + $1 + $2 }  // error: Failure types must be equal: write 'promoteFailure()'
  _ = zip(b, a, b) { $0 + $1 + $2 }  // error: Failure types must be equal: write 'promoteFailure()'
  _ = merge(a, c, b)  // error: Failure types must be equal: write 'promoteFailure()'
  _ = combineLatest(a, a, b, a) { $0 + $1 + $2 + $3 }  // error: Failure types must be equal: write 'promoteFailure()'
  _ = zip(a, a, b, a)  // error: Failure types must be equal: write 'promoteFailure()'
  _ = zip(a, a, b, a, a, b)  // error: Failure types must be equal: write 'promoteFailure()'
  let _: Signal<Int, SearchError> = merge(a, b, a)  // error: 'Signal<Int, MixedFailures>'
  _ = a.merge(b).merge(a)
  _ = a.zip(b)
  _ = merge(a.promoteFailure(), b, a.promoteFailure())
  _ = combineLatest(a.promoteFailure(), b, a.promoteFailure()) { $0 + $1 + $2 }
}

func fiveStreams(_ a: Subject<String, Never>, _ b: Signal<Int, Never>) {
  _ = combineLatest(a, b, a, b, a)  // error: takes up to four streams. Pass an array, or nest
  _ = combineLatest(a, b, a, b, a, b).map { $0.1 }  // error: takes up to four streams. Pass an array, or nest
  _ = combineLatest(b, b, b, b, b) { $0 + $1 + $2 + $3 + $4 }  // error: takes up to four streams. Pass an array, or
  _ = zip(a, b, a, b, a)  // error: takes up to four streams. Pass an array, or nest
  _ = zip(b, b, b, b, b, b) { $0 + $1 + $2 + $3 + $4 + $5 }  // error: takes up to four streams. Pass an array, or nest
  _ = combineLatest(a, b) { $0 + $1.foo }  // error: value of type 'Int' has no member 'foo'
  _ = combineLatest(b, b, b, b) { $0 + $1 + $2 + $3.foo }  // error: value of type 'Int' has no member 'foo'
  _ = zip(b, b, b) { $0 + $1 }  // error: expects 3 arguments, but 2 were used in closure body
  _ = combineLatest([b, b, b, b, b])
}

func timing(_ words: Subject<String, Never>, _ answers: Signal<Int, SearchError>) {
  _ = words.debounce(for: 1)  // error: cannot convert value of type 'Int' to expected argument type 'Duration'
  _ = words.debounce(for: .seconds(1), on: .mian)  // error: type 'any Scheduler' has no member 'mian'
  _ = words.throttle(.seconds(1))  // error: missing argument label 'for:' in call
  _ = words.delay(.seconds(1))  // error: missing argument label 'for:' in call
  _ = words.deliver(on: MainActor.shared)  // error: A scheduler is '.main', '.queue()'
  _ = words.take(until: 3)  // error: requires that 'Int' conform to 'StreamProtocol'
  _ = words.share(reply: 1)  // error: incorrect argument label in call (have 'reply:', expected 'replay:')
}

// With parentheses it is an operator; without, an asynchronous function waits for the value.
func waiting(_ words: Subject<String, Never>) async {
  let _: String? = await words.first
  let _: Signal<String, Never> = words.first()
  let _: String? = words.first()  // error: value of type 'Signal<String, Never>' to specified type 'String'
  let _: [String] = words.collect()  // error: cannot convert value of type 'Signal<[String], Never>'
}
