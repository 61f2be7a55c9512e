import Rill

/// What the mistakes are made with.
@MainActor final class SearchModel {
  @Observed var text = ""
  @Observed var count = 0
  var title = ""
  var number = 0

  func find(_ text: String) -> Signal<[String], SearchError> { .just([text]) }
}

enum SearchError: Error { case offline }

struct Hit: Sendable { var name: String }
