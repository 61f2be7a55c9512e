// A mistake in a command's work, or in its arguments, has an error message about that mistake.
import Rill

@MainActor func commands(_ model: SearchModel) {
  _ = Command { (text: String) in text.foo }  // error: value of type 'String' has no member 'foo'
  _ = Command { (text: String) async in text.foo }  // error: value of type 'String' has no member 'foo'
  _ = Command { (text: String) async throws(SearchError) in try await nothing(text) }  // error: cannot find 'nothing'
  _ = Command { (text: String) -> Signal<Int, SearchError> in .just(text) }  // error: value of type 'String'
  _ = Command { (text: String) -> Signal<Int, Never> in text.count }  // error: incompatible with return type 'Int'
  _ = Command(model) { (model, text: String) in model.titel = text }  // error: no member 'titel'
  _ = Command(model) { (model, text: String) async in model.titel = text }  // error: no member 'titel'
  _ = Command(enabledIf: true) { (text: String) in text.count }  // error: requires that 'Bool' conform to
  _ = Command(enabledIf: model.$text) { (text: String) in text.count }  // error: the types 'String' and 'Bool'

  let command = Command { (text: String) in text.count }
  command.execute(3)  // error: cannot convert value of type 'Int' to expected argument type 'String'
  command.execute()  // error: requires the types 'String' and '()' be equivalent
  command.values.subscribe { model.title = $0 }  // error: cannot assign value of type 'Int' to type 'String'
}
