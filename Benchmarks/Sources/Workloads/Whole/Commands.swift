import Measuring
import Rill
import Synchronization

/// A command that completes synchronously, with observers of its values, its completions and its state.
enum Commands {
  static let workload = Workload(
    "command", event: "execution", events: 20_000, goal: 1_500,
    remark: "no peer has a command",
    [.rill: rill, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let command = Command(on: .immediate) { (input: Int) -> Signal<Int, Never> in .just(input &+ 1) }
    command.values.subscribe { total.add($0) }
    command.completions.subscribe { _ in total.add(1) }
    command.executing.subscribe { total.add($0 ? 1 : 2) }
    for number in 0..<events { command.execute(number) }
    return total.value
  }

  /// The minimum that prevents concurrent executions and notifies the same observers.
  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let isExecuting = Mutex(false)
    let values = HandSubject()
    let completions = HandSubject()
    let executing = HandSubject()
    _ = values.add(stored { total.add($0) })
    _ = completions.add(stored { _ in total.add(1) })
    _ = executing.add(stored { total.add($0) })
    executing.send(2)
    for number in 0..<events {
      let mayBegin = isExecuting.withLock { isExecuting in
        defer { isExecuting = true }
        return !isExecuting
      }
      guard mayBegin else { continue }
      executing.send(1)
      values.send(number &+ 1)
      completions.send(0)
      isExecuting.withLock { $0 = false }
      executing.send(2)
    }
    return total.value
  }
}
