import Rill

/// The model of the examples with mistakes.
@MainActor final class SearchModel {
  @Observed var text = ""
  @Observed var count = 0
  var title = ""
  var number = 0

  func find(_ text: String) -> Signal<[String], SearchError> { .just([text]) }
}

enum SearchError: Error { case offline }

struct Hit: Sendable { var name: String }
