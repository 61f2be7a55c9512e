import Rill

@MainActor
final class SearchModel {
  @Observed var text = ""
  @Observed private(set) var found: [String] = []
}
