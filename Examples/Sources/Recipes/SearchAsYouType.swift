import Rill

enum SearchError: Error { case offline }

/// Searches during typing. The results shown always belong to the current text of the field.
@MainActor
final class SearchModel {
  enum Found: Equatable {
    case nothing, searching
    case hits([String])
    case failed(SearchError)
  }

  @Observed var text = ""
  @Observed private(set) var found = Found.nothing

  init(
    pause: Duration = .milliseconds(300), on scheduler: some Scheduler = .main,
    find: @escaping @Sendable (String) async throws(SearchError) -> [String]
  ) {
    let results = $text.distinctUntilChanged().flatMapLatest { text -> Signal<Found, Never> in
      if text.isEmpty { return .just(.nothing) }
      return Signal.timer(after: pause, on: scheduler)
        .then { Signal { () async throws(SearchError) in try await find(text) } }
        .map { .hits($0) }
        .catch { .just(.failed($0)) }
        .startWith(.searching)
    }
    bind(\.found, of: self, to: results)
  }
}
