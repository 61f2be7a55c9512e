import Rill

@MainActor
final class SearchModel {
  @Observed var text = ""
  @Observed private(set) var found: [String] = []

  init(find: @escaping @Sendable (String) async -> [String]) {
    let results = $text.flatMapLatest { text in
      Signal { await find(text) }
    }
    bind(\.found, of: self, to: results)
  }
}
