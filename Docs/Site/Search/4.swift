import Rill

@MainActor
final class SearchModel {
  enum Found: Equatable {
    case nothing, searching
    case hits([String])
  }

  @Observed var text = ""
  @Observed private(set) var found = Found.nothing

  init(
    pause: Duration = .milliseconds(300), on scheduler: some Scheduler = .main,
    find: @escaping @Sendable (String) async -> [String]
  ) {
    let results = $text.distinctUntilChanged().flatMapLatest { text -> Signal<Found, Never> in
      if text.isEmpty { return .just(.nothing) }
      return Signal.timer(after: pause, on: scheduler)
        .then { Signal { await find(text) } }
        .map { .hits($0) }
        .startWith(.searching)
    }
    bind(\.found, of: self, to: results)
  }
}
