import ArgumentParser
import Measuring
import Rill

/// Measures the cost of a recording per run of operators, handlers, computations, effects and commands.
struct TracingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tracing",
    abstract: "Measures the cost of a recording per run. Needs a build with --traits Tracing.")

  @Option(help: "The number of samples of each workload.")
  var rounds = 9

  @Option(help: "The number of runs of a sample.")
  var events = 100_000

  func validate() throws {
    guard Trace.isAvailable else { throw ValidationError("This build cannot record: build it with --traits Tracing.") }
  }

  func run() {
    let runs: [(name: String, make: () -> (Int) -> Void)] = [
      ("an operator, one of 8", operators), ("a handler", handler), ("a computation", computation),
      ("an effect", effects),
      ("a command", command),
    ]
    print("ns a run: not recording, recording without values, recording numbers")
    for (name, make) in runs {
      var samples: [[Double]] = [[], [], []]
      for _ in 0..<rounds {
        samples[0].append(measure(make))
        Trace.start(privacy: .hidden)
        samples[1].append(measure(make))
        Trace.start(privacy: .shown)
        samples[2].append(measure(make))
        Trace.stop()
      }
      let figures = samples.map { rounded(Statistics($0).median / (name.hasPrefix("an operator") ? 10 : 1)) }
      print("\(name): \(figures.map { "\($0)" }.joined(separator: ", "))")
    }
  }

  private func measure(_ make: () -> (Int) -> Void) -> Double {
    let run = make()
    return nanoseconds(per: events) { for number in 0..<events { run(number) } }
  }

  /// A subject, eight operators and a handler have ten runs.
  private func operators() -> (Int) -> Void {
    let numbers = Subject<Int, Never>()
    var stream = numbers.signal
    for _ in 0..<8 { stream = stream.map { $0 &+ 1 } }
    stream.subscribe { _ in }
    return { numbers.send($0) }
  }

  private func handler() -> (Int) -> Void {
    let numbers = Subject<Int, Never>()
    numbers.subscribe { _ in }
    return { numbers.send($0) }
  }

  private func computation() -> (Int) -> Void {
    let number = MutableProperty(0)
    let next = Property { number.value &+ 1 }
    let observer = next.subscribe { _ in }
    return { value in
      number.value = value
      withExtendedLifetime((next, observer)) {}
    }
  }

  private func effects() -> (Int) -> Void {
    let number = MutableProperty(0)
    let shown = effect { _ = number.value }
    return { value in
      number.value = value
      withExtendedLifetime(shown) {}
    }
  }

  private func command() -> (Int) -> Void {
    let command = Command { (value: Int) -> Signal<Int, Never> in .just(value) }
    return { command.execute($0) }
  }

  private func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
