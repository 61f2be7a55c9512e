import Rill

@MainActor
final class SearchModel {
  @Observed var text = ""
  @Observed private(set) var found: [String] = []

  init(
    pause: Duration = .milliseconds(300), on scheduler: some Scheduler = .main,
    find: @escaping @Sendable (String) async -> [String]
  ) {
    let results = $text.distinctUntilChanged().flatMapLatest { text -> Signal<[String], Never> in
      if text.isEmpty { return .just([]) }
      return Signal.timer(after: pause, on: scheduler)
        .then { Signal { await find(text) } }
    }
    bind(\.found, of: self, to: results)
  }
}
