// State of an actor stays on it: an operator's closure has no actor, and a handler runs on the actor of its code.
import Rill

@MainActor func onTheMainActor(_ model: SearchModel, _ words: Subject<String, Never>) {
  words.subscribe { x in model.title = x }
  _ = words.map { x in model.title + x }  // error: 'title' can not be referenced from a Sendable closure
  _ = words.filter { _ in model.title.isEmpty }  // error: can not be referenced from a Sendable closure
  _ = words.flatMapLatest { x in model.find(x) }  // error: main actor-isolated instance method 'find'
  _ = Command(model) { (model, text: String) in model.title = text }
}

func offTheMainActor(_ model: SearchModel, _ words: Subject<String, Never>) {
  words.subscribe { x in model.title = x }  // error: main actor-isolated property 'title' can not be mutated
  _ = Command(model) { (model, text: String) in model.title = text }  // error: call to main actor-isolated initializer
}
