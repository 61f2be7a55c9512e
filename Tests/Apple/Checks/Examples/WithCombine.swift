import Combine
import Rill

@MainActor final class LegacyModel: ObservableObject {
  @Published var query = ""
  @Published private(set) var results: [String] = []
  private var kept: Set<AnyCancellable> = []

  /// A publisher as a stream, and a stream as a publisher.
  init(_ find: @escaping @Sendable (String) -> Signal<[String], Never>) {
    $query.signal.flatMapLatest(find)
      .publisher()
      .sink { [weak self] results in self?.results = results }
      .store(in: &kept)
  }

  /// A published property as a property to derive from.
  private(set) lazy var isEmpty = $query.property.map(\.isEmpty)
}
