import Measuring
import Rill
import Synchronization

/// A growing number of disposables that are disposed together.
enum ManyDisposables {
  static let ofSubscription = Scale<Library>(
    "disposables_of_a_subscription", "ns per action, to add it to a Subscription and to dispose it", sizes: .decades,
    [
      .rill: { count in
        let total = Total()
        return nanoseconds(perEachOf: count) {
          let subscription = Subscription()
          for _ in 0..<count { subscription.add { total.add(1) } }
          subscription.dispose()
        }
      },
      .hand: hand,
    ])

  static let ofComposite = Scale<Library>(
    "disposables_of_a_composite", "ns per action, to add it to a CompositeDisposable and to dispose it",
    sizes: .decades,
    [
      .rill: { count in
        let total = Total()
        return nanoseconds(perEachOf: count) {
          let all = CompositeDisposable()
          for _ in 0..<count { all.add(Disposable { total.add(1) }) }
          all.dispose()
        }
      },
      .hand: hand,
    ])

  @Sendable private static func hand(_ count: Int) -> Double {
    let total = Total()
    return nanoseconds(perEachOf: count) {
      let all = Mutex(ContiguousArray<@Sendable () -> Void>())
      for _ in 0..<count {
        let action: @Sendable () -> Void = { total.add(1) }
        all.withLock { $0.append(action) }
      }
      for action in all.withLock({ $0 }) { action() }
    }
  }
}
