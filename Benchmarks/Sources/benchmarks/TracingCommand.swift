import ArgumentParser
import Measuring
import Rill

/// Measures the cost of a recording per event and stage: a subject, eight maps and a handler are ten stages.
struct TracingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tracing",
    abstract: "Measures the cost of a recording per event and stage. Needs a build with --traits Tracing.")

  @Option(help: "How many samples of each.")
  var rounds = 9

  @Option(help: "How many events a sample has.")
  var events = 100_000

  private static let stages = 10

  func validate() throws {
    guard Trace.isAvailable else { throw ValidationError("This build cannot record: build it with --traits Tracing.") }
  }

  func run() {
    var samples: [[Double]] = [[], [], []]
    for _ in 0..<rounds {
      samples[0].append(measure())
      Trace.start(privacy: .hidden)
      samples[1].append(measure())
      Trace.start(privacy: .shown)
      samples[2].append(measure())
      Trace.stop()
    }
    let medians = samples.map { Statistics($0).median }
    for (name, median) in zip(["not recording", "recording without values", "recording numbers"], medians) {
      print("\(name): \(rounded(median)) ns an event and stage")
    }
    print("with values: \(rounded(medians[2] / medians[1])) times as long as without")
  }

  private func measure() -> Double {
    let numbers = Subject<Int, Never>()
    var stream = numbers.signal
    for _ in 0..<8 { stream = stream.map { $0 &+ 1 } }
    stream.subscribe { _ in }
    return nanoseconds(per: events * Self.stages) {
      for number in 0..<events { numbers.send(number) }
    }
  }

  private func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
