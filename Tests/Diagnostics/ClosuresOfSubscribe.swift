// A mistake inside a handler is answered with that mistake.
import Rill

@MainActor func handlers(_ model: SearchModel, _ words: Subject<String, Never>, _ answers: Signal<Int, SearchError>) {
  model.$text.subscribe { x in model.title = x.foo }  // error: value of type 'String' has no member 'foo'
  words.subscribe { x in model.titel = x }  // error: value of type 'SearchModel' has no member 'titel'
  words.subscribe { x in model.number = x }  // error: cannot assign value of type 'String' to type 'Int'
  words.subscribe { model.number = $0 }  // error: cannot assign value of type 'String' to type 'Int'
  words.subscribe { x in
    let length = x.count
    model.title = length  // error: cannot assign value of type 'Int' to type 'String'
  }

  // Parameters that are forgotten, or too many.
  words.subscribe { print("hit") }  // error: expects 1 argument, which cannot be implicitly ignored
  words.subscribe { a, b in print(a) }  // error: expects 1 argument, but 2 were used
  words.subscribe(with: model) { x in print(x) }  // error: expects 2 arguments, but 1 was used

  words.subscribe(next: { x in model.title = x.foo }, completed: {})  // error: 'String' has no member 'foo'
  words.subscribe(with: model) { model, x in model.title = x.foo }  // error: 'String' has no member 'foo'
  words.subscribeEvents { event in model.title = event }  // error: type 'Event<String, Never>' to type 'String'
  words.subscribe(model.title)  // error: cannot convert value of type 'String' to expected argument type
  words.subscribe(on: MainActor.shared).subscribe { print($0) }  // error: does not conform to expected type 'Scheduler'

  // A failure without a handler.
  answers.subscribe { print($0) }  // error: The stream can fail: handle the failure with 'failed:', or 'catch' it
  answers.subscribe { x in print(x.foo) }  // error: value of type 'Int' has no member 'foo'
  answers.subscribe(next: { x in model.title = x }, failed: { _ in })  // error: value of type 'Int' to type 'String'
  answers.subscribe(next: { _ in }, completed: {})  // error: The stream can fail: handle the failure with 'failed:'
}
