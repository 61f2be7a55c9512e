import MainByDefault
import Rill

func require(_ condition: Bool, _ what: String) {
  guard condition else { fatalError("expected: \(what)") }
}

let station = Station()

// Subjects stored in actors: sent to on the actor, observed anywhere, iterated in a task.
await station.watch(above: 20)
let heard = Task { await station.published.take(3).collect }
var shownOnMain: [Int] = []
station.published.subscribe { shownOnMain.append($0) }
let model = ForecastModel(station: station)
let showing = model.show(station.published)
let followed = Task { await model.follow(station.published.take(3)) }
// The tasks are on the main actor: they have subscribed when this one returns to it.
await Task { @MainActor in }.value
for value in [19, 21, 22] { await station.measure(value) }
require(await heard.value == [19, 21, 22], "a task receives from a subject in an actor")
require(await followed.value == 62, "a main-actor loop receives from it")
require(await station.stop() == 2, "its handler runs on the actor")

// View models bound to background streams, and commands that work on an actor.
let labels = Signal(["a", "b", "c"]).inBackground()
model.bindLabel(to: labels)
_ = await model.$label.first { $0 == "c" }.first
require(model.label == "c", "a property is bound to a background stream")
require(try await model.refresh.execute(()).single == 22, "a command's work is asynchronous")
require(
  await model.forecasts().first == 1 && model.refreshCount == 1, "a body runs on the actor that it was written on")
_ = await model.$shown.first { $0.count == 3 }.first
require(model.shown.last == "19°21°22°", "operator closures of a main-actor method run elsewhere")
showing.dispose()

// The current value first, and then the changes.
@MainActor func changeCity() async {
  var cities = model.$city.values(buffering: .newest(1)).makeAsyncIterator()
  require(await cities.next() == "", "the current value comes first")
  model.city = "Turku"
  require(await cities.next() == "Turku", "then the changes")
}
await changeCity()

require(await runMainByDefault() == "ready: 3", "code that is the main actor's by default")
print("Concurrency: \(model.shown.count)")
