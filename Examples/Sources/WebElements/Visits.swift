import Rill

/// The pages of visitors. Each is kept for some time after its last tab was closed, so that a reload finds it again.
@MainActor
public final class Visits<Key: Hashable & Sendable, Page> {
  private final class Visit {
    let page: Page
    var openTabs = 0

    /// Ends the visit some time after its last tab was closed.
    let farewell = SerialDisposable()

    init(_ page: Page) { self.page = page }
  }

  private var visits: [Key: Visit] = [:]
  private let linger: Duration
  private let ended: () -> Void

  /// - Parameters:
  ///   - linger: How long a page outlives its last tab.
  ///   - ended: Is called when a page was released.
  public init(linger: Duration, ended: @escaping () -> Void = {}) {
    self.linger = linger
    self.ended = ended
  }

  /// The number of pages.
  public var count: Int { visits.count }

  /// Counts an open tab, and returns its page. The first tab makes it.
  public func enter(_ key: Key, make: () -> Page) -> Page {
    let visit = visits[key] ?? Visit(make())
    visits[key] = visit
    visit.openTabs += 1
    visit.farewell.inner = nil
    return visit.page
  }

  /// Counts a closed tab.
  public func leave(_ key: Key) {
    guard let visit = visits[key] else { return }
    visit.openTabs -= 1
    guard visit.openTabs == 0 else { return }
    visit.farewell.inner = Signal<Void, Never>.timer(after: linger, on: .main).subscribe { [weak self] in
      self?.visits[key] = nil
      self?.ended()
    }
  }
}
