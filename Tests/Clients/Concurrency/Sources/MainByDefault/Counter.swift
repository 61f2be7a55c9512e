import Rill

/// This file needs no `@MainActor`, `@Sendable`, `nonisolated` or `Task`.
final class CounterModel {
  @Observed var count = 0
  private(set) var texts: [String] = []
  private let subscriptions = CompositeDisposable()

  init() {
    $count
      .deliver(on: .queue(name: "client.main-by-default"))
      .map { "\($0)" }
      .filter { $0 != "2" }
      .subscribe { self.texts.append($0) }
      .add(to: subscriptions)
  }

  func load() -> Signal<Int, Never> {
    Signal { () async in
      self.count += 1
      return self.count
    }
  }

  func doubled() -> Signal<Int, Never> {
    load().map(awaiting: .concat) { number in number * 2 }
  }
}

public func runMainByDefault() async -> String {
  let model = CounterModel()
  model.count = 1
  let loaded = await model.load().first
  let doubled = await model.doubled().first
  return loaded == 2 && doubled == 6 ? "ready: \(model.count)" : "loaded \(loaded ?? -1), doubled \(doubled ?? -1)"
}
