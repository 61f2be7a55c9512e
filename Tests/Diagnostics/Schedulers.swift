// `any Scheduler` is taken wherever a scheduler is, and so is a scheduler by its name alone. Every public function that
// takes one has a line here; `.ci/doc diagnostics` compares them with the list of public declarations.
import Rill

enum LateError: Error { case late }

func operators(_ scheduler: any Scheduler, _ words: Subject<String, Never>, _ answers: Signal<Int, SearchError>) {
  _ = words.collect(for: .seconds(1), on: scheduler)
  _ = words.collect(for: .seconds(2), every: .seconds(1), on: scheduler)
  _ = words.debounce(for: .seconds(1), on: scheduler)
  _ = words.debounce(for: .seconds(1), on: scheduler, when: { $0.isEmpty })
  _ = words.delay(for: .seconds(1), on: scheduler)
  _ = words.deliver(on: scheduler)
  _ = words.deliver(on: scheduler, buffering: .newest(1))
  _ = answers.deliver(on: scheduler, limit: 1, failure: .offline)
  _ = words.delaySubscription(for: .seconds(1), on: scheduler)
  _ = words.keepAlive(after: .seconds(1), on: scheduler) { "" }
  _ = mergePrioritized([words, words], priorities: [1, 2], on: scheduler)
  _ = words.rateLimit(1, per: .seconds(1), on: scheduler)
  _ = words.spaced(by: .seconds(1), on: scheduler)
  _ = words.measured(on: scheduler)
  _ = answers.retry(.immediate(limit: 1), on: scheduler)
  _ = words.sample(every: .seconds(1), on: scheduler)
  _ = words.share(replay: 1, keepAlive: .seconds(1), on: scheduler)
  _ = words.skip(for: .seconds(1), on: scheduler)
  _ = words.skip(last: .seconds(1), on: scheduler)
  _ = words.subscribe(on: scheduler)
  _ = words.take(for: .seconds(1), on: scheduler)
  _ = words.take(last: .seconds(1), on: scheduler)
  _ = words.throttle(for: .seconds(1), on: scheduler)
  _ = words.timeout(after: .seconds(1), on: scheduler, failure: LateError.late)
  _ = words.timeout(after: .seconds(1), on: scheduler, to: words)
  _ = answers.timeout(after: .seconds(1), on: scheduler, failure: .offline)
  _ = answers.timeout(after: .seconds(1), on: scheduler, to: answers)
  _ = words.timestamped(on: scheduler).map { $0.time }.pairwise().map { $0.duration(to: $1) }
  _ = words.window(for: .seconds(1), on: scheduler)
}

func sources(_ scheduler: any Scheduler) {
  _ = Signal.interval(every: .seconds(1), on: scheduler)
  _ = Signal.timer(after: .seconds(1), on: scheduler)
  let _: Signal<Int, Never> = .interval(every: .seconds(1), on: scheduler)
  let _: Signal<Void, Never> = .timer(after: .seconds(1), on: scheduler)
  _ = LazyStream([1]).signal(on: scheduler)
  _ = ReplaySubject<Int, Never>(age: .seconds(1), on: scheduler)
}

@Sendable func connect(_ position: Int?) -> Signal<FeedMessage<[Int], Int, Int>, SearchError> { .empty }

func wires(_ scheduler: any Scheduler) {
  _ = resuming(retrying: .immediate(limit: 1), on: scheduler, connect: connect)
  _ = Outbox<Int, Int, SearchError>(retrying: .immediate(limit: 1), on: scheduler) { _ in Signal.empty }
}

struct Nowhere: WireTransport {
  func messages(sending first: [[UInt8]]) -> Signal<[UInt8], WireFailure> { .never }
}

func remotes(_ scheduler: any Scheduler, _ coding: JSONWireCoding) {
  _ = WireService(coding: coding, on: scheduler)
  _ = RemoteProperty<Int>("count", over: Nowhere(), coding: coding, on: scheduler)
  _ = RemoteList<Int>("numbers", over: Nowhere(), coding: coding, by: { $0 }, on: scheduler)
  _ = RemoteList<Row>("rows", over: Nowhere(), coding: coding, on: scheduler)
  _ = RemoteCommand<Int, Int, RemoteError>("add", over: Nowhere(), coding: coding, on: scheduler)
  _ = RemoteCommand<Int, Int, RemoteError>.sender("add", over: Nowhere(), coding: coding, on: scheduler)
}

struct Row: Codable, Equatable, Identifiable { let id: Int }
enum RemoteError: Error, Codable { case full }

func stores(_ scheduler: any Scheduler, _ store: some OutboxStore<Int>) throws {
  _ = try Outbox<Int, Int, SearchError>(store: store, retrying: .immediate(limit: 1), on: scheduler) { _ in
    Signal.empty
  }
}

func resources(_ scheduler: any Scheduler, _ question: Property<Int>) {
  _ = Resource(loading: question, on: scheduler) { (id: Int) async throws(SearchError) in id }
  _ = Resource(loading: question, on: scheduler, from: { (id: Int) -> Signal<Int, SearchError> in .just(id) })
  _ = Resources<Int, Int, SearchError>(on: scheduler) { id async throws(SearchError) in id }
  _ = Resources<Int, Int, SearchError>(on: scheduler, from: { .just($0) })
}

func commandsOfCommands(_ scheduler: any Scheduler, _ save: Command<Int, Int, SearchError>) {
  _ = Command(combining: [save], on: scheduler)
  _ = Command<Int, Int, SearchError>(retrying: .immediate(limit: 1), on: scheduler, timer: scheduler) { id, _ in
    id
  }
  let likes = MutableProperty(0).optimistic()
  _ = Command<Int, Int, SearchError>(
    on: scheduler, optimistically: { (id: Int) in likes.layer { $0 += id } }, from: { .just($0) })
  _ = Command<Int, Int, SearchError>(on: scheduler, optimistically: { (id: Int) in likes.layer { $0 += id } }) {
    (id: Int) async throws(SearchError) in id
  }
  _ = KeyedCommand(by: { (id: Int) in id }, on: scheduler) { (id: Int) async throws(SearchError) in id }
  _ = MergingCommand(on: scheduler, merging: { $1 }) { (id: Int) async throws(SearchError) in id }
}

func commands(_ scheduler: any Scheduler) {
  _ = Command(on: scheduler) { (text: String) -> Signal<Int, SearchError> in .just(text.count) }
  _ = Command(on: scheduler) { (_: String) in Subject<Int, SearchError>() }
  _ = Command(on: scheduler) { (text: String) throws(SearchError) in text.count }
  _ = Command(on: scheduler) { (text: String) async throws(SearchError) in text.count }
  _ = Command(on: scheduler) { (text: String, _: ProgressReporter) -> Signal<Int, SearchError> in .just(text.count) }
  _ = Command(on: scheduler) { (text: String, _: ProgressReporter) async in text.count }
  _ = Command(on: scheduler) { (progress: ProgressReporter) async in progress.report(1) }
}

@MainActor func commandsOfAnObject(_ model: SearchModel, _ scheduler: any Scheduler) {
  _ = Command(model, on: scheduler) { (model, text: String) in model.find(text) }
  _ = Command(model, on: scheduler) { (model, _: String) in model.$count }
  _ = Command(model, on: scheduler) { (model, text: String) in model.title = text }
  _ = Command(model, on: scheduler) { (model, text: String) async in model.title = text }
  _ = Command(model, on: scheduler) { (model, text: String, _: ProgressReporter) async in model.title = text }
  _ = Command(model, on: scheduler) { (model, one: String, _: Int, _: ProgressReporter) async in model.title = one }
  _ = Command(model, on: scheduler) { (model, _: ProgressReporter) async in model.title = "" }
}

// The expression may be of any form, and stand in any closure.

struct Settings: Sendable {
  var scheduler: any Scheduler = .main
  var other: (any Scheduler)?
}

func expressions(_ settings: Settings, _ words: Subject<String, Never>, _ isOn: MutableProperty<Bool>) {
  _ = words.delay(for: .seconds(1), on: settings.scheduler)
  _ = words.delay(for: .seconds(1), on: settings.other ?? .main)
  _ = words.delay(for: .seconds(1), on: settings.other ?? settings.scheduler)
  _ = words.delay(for: .seconds(1), on: isOn.value ? settings.scheduler : .queue(name: "delays"))
  _ = Signal.if(isOn, then: .interval(every: .seconds(1), on: settings.scheduler), else: .never)
  _ = ([.main, .queue(), settings.scheduler] as [any Scheduler]).map { words.delay(for: .seconds(1), on: $0) }
  _ = words.debounce(for: .seconds(1), on: settings.scheduler).map(\.count).throttle(for: .seconds(1), on: .main)
  _ = combineLatest(words.delay(for: .seconds(1), on: settings.scheduler), words.deliver(on: settings.scheduler)) {
    $0 + $1
  }
}

func closures(_ scheduler: any Scheduler, _ words: Subject<String, Never>) {
  _ = words.flatMapLatest { Signal.just($0).delay(for: .seconds(1), on: scheduler) }
  _ = words.flatMapLatest { [scheduler] word in
    Signal<String, Never> { await load(word) }.timeout(after: .seconds(1), on: scheduler, failure: LateError.late)
  }
  _ = words.flatMapLatest { word -> Signal<String, Never> in
    let late = Signal<String, Never>.just(word).delay(for: .seconds(1), on: scheduler)
    return word.isEmpty ? late : late.throttle(for: .seconds(1), on: scheduler)
  }
  let waits: [(any Scheduler) -> Signal<String, Never>] = [
    { words.delay(for: .seconds(1), on: $0) }, { words.deliver(on: $0) },
  ]
  _ = waits
}

func tables(_ scheduler: any Scheduler, _ table: TableProperty<Int, String>) {
  _ = table.expire(after: .seconds(1), on: scheduler)
}

func generics(_ one: some Scheduler, _ other: any Scheduler, _ words: Subject<String, Never>) {
  func late(_ scheduler: some Scheduler) -> some StreamProtocol<String, Never> {
    words.delay(for: .seconds(1), on: scheduler)
  }
  _ = words.timestamped(on: one)
  _ = resuming(retrying: .immediate(limit: 1), on: one, connect: connect)
  _ = late(one)
  _ = late(other)
}

func names(_ words: Subject<String, Never>) {
  _ = words.deliver(on: .main)
  _ = words.deliver(on: .mainAsync)
  _ = words.deliver(on: .immediate)
  _ = words.deliver(on: .queue())
  _ = words.deliver(on: .clock(ContinuousClock()))
}

@Sendable func load(_ word: String) async -> String { word }
