// First programs as people type them: they have to compile unchanged.
import Rill

enum GetError: Error { case offline }

struct Service: Sendable {
  func get(_ text: String) async throws(GetError) -> [Hit] { [] }
  func getAny(_ text: String) async throws -> [Hit] { [] }
}

func asking(_ service: Service, _ words: Subject<String, Never>) {
  let _: Signal<[Hit], any Error> = Signal { try await service.getAny("a") }
  _ = Signal { () async throws(GetError) in try await service.get("a") }
  let _: Signal<[Hit], GetError> = Signal { try await service.get("a") }  // error: 'any Error' to 'GetError'
}

func choosing(_ isOn: MutableProperty<Bool>, _ key: MutableProperty<Int>, _ numbers: Subject<Int, Never>) {
  _ = Signal.if(isOn, then: .interval(every: .seconds(1)), else: .never)
  _ = Signal.if(isOn, then: numbers, else: numbers)
  _ = Signal.switch(key, cases: [1: .interval(every: .seconds(1))], default: .never)
  _ = Signal.switch(key, cases: [1: numbers], default: .never)
}

@MainActor final class Waiting {
  @Observed var text = ""
  private let scheduler: any Scheduler
  private(set) lazy var rested = $text.debounce(for: .seconds(1), on: scheduler)

  init(on scheduler: any Scheduler) { self.scheduler = scheduler }
}

func waiting(_ scheduler: any Scheduler, _ words: Subject<String, Never>) {
  _ = words.flatMapLatest { word in Signal<String, Never>.just(word).delay(for: .seconds(1), on: scheduler) }
  _ = words.flatMapLatest { word in
    let late = Signal<String, Never>.just(word).delay(for: .seconds(1), on: scheduler)
    return late.deliver(on: scheduler)
  }
  let make: (any Scheduler) -> Signal<String, Never> = { words.throttle(for: .seconds(1), on: $0) }
  _ = make
}

enum Problem: Error { case short, different }

func validating(_ one: MutableProperty<String>, _ other: MutableProperty<Int>) {
  _ = ValidatingProperty("", with: one, other) { text, one, other -> Verdict<String, Problem> in
    if text.count < other { return .invalid(.short) }
    return text == one ? .valid : .invalid(.different)
  }
}

@MainActor final class Downloads {
  private(set) lazy var clear = Command(self) { (model, progress: ProgressReporter) async in progress.report(1) }
  private(set) lazy var load = Command(self) { (model, name: String, progress: ProgressReporter) async in
    progress.report(1)
  }
  private(set) lazy var move = Command(self) { (model, from: String, to: String, progress: ProgressReporter) async in
    progress.report(1)
  }

  func run() {
    clear.execute()
    load.execute("a")
    move.execute(("a", "b"))
  }
}

// State of an actor in an operator's closure is refused (Isolation.swift); as a stream beside it, it is accepted.
@MainActor final class Lengths {
  @Observed var text = ""
  @Observed var known: [String: Int] = [:]
  private(set) lazy var lengths = $text.withLatest(from: $known).map { text, known in known[text] ?? text.count }
}
