import Rill

/// Says whether anything is under way, of all the work that it is told of.
final class ActivityIndicator: Sendable {
  private let running = MutableProperty(0)

  var isActive: Property<Bool> { running.map { $0 > 0 }.distinctUntilChanged() }

  /// The same stream, which counts as work from when it is subscribed to until it ends or is given up.
  func track<Value, Failure>(_ work: some StreamProtocol<Value, Failure>) -> Signal<Value, Failure> {
    work
      .finally { [running] in running.modify { $0 -= 1 } }
      .initially { [running] in running.modify { $0 += 1 } }
  }

  /// Whether to show it: not for what is over soon, and without a gap between one request and the next.
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
