import Rill

/// Tracks streams, and knows whether any of them is running.
final class ActivityIndicator: Sendable {
  private let running = MutableProperty(0)

  var isActive: Property<Bool> { running.map { $0 > 0 }.distinctUntilChanged() }

  /// The same stream, counted as running from its subscription until its end or cancellation.
  func track<Value, Failure>(_ work: some StreamProtocol<Value, Failure>) -> Signal<Value, Failure> {
    work
      .finally { [running] in running.modify { $0 -= 1 } }
      .initially { [running] in running.modify { $0 += 1 } }
  }

  /// Whether to show an indicator: not for short work, and without a gap between two requests.
  func isShown(
    after patience: Duration = .milliseconds(200), bridging gap: Duration = .milliseconds(300),
    on scheduler: some Scheduler = .main
  ) -> Property<Bool> {
    let shown =
      isActive
      .debounce(for: patience, on: scheduler, when: { $0 })
      .debounce(for: gap, on: scheduler, when: { !$0 })
    return Property(initial: false, then: shown).distinctUntilChanged()
  }
}
