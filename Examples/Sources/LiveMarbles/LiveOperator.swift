import StreamTesting
import Operators

/// An operator of the page.
public struct LiveOperator: Sendable {
  /// The closure that makes the output from marble strings, a scheduler and a count.
  enum Output: Sendable {
    case values(@Sendable ([String], TestScheduler, Int) -> Signal<String, any Error>)
    case windows(@Sendable ([String], TestScheduler, Int) -> Signal<Signal<String, any Error>, any Error>)
  }

  /// The name, which is that of the output in the picture of its documentation.
  public let name: String
  public let group: String
  public let inputs: [InputLine]

  /// The number of ticks or of values at first, if the operator has one.
  public let count: Int?

  /// The expression, as the catalog has it.
  public let code: String
  let output: Output

  /// Computes the output of edited inputs in virtual time.
  ///
  /// - Parameters:
  ///   - lines: A marble string for each input.
  ///   - count: The number of ticks or of values.
  public func run(_ lines: [String], count: Int? = nil) throws(EditMistake) -> Run {
    guard lines.count == inputs.count else {
      throw EditMistake("\(name) needs \(inputs.count) inputs, got \(lines.count).")
    }
    for (input, line) in zip(inputs, lines) { try input.check(line) }
    let count = count ?? self.count ?? 0
    guard self.count == nil || (1...20).contains(count) else {
      throw EditMistake("The number must be from 1 to 20, got \(count).")
    }
    let played = lines.map { line in
      let time = TestScheduler()
      let recorder = Recorder(time.cold(line), on: time)
      time.run()
      return events(of: recorder)
    }
    let length = min(80, lines.map(\.count).reduce(0, max) + 10)
    let time = TestScheduler()
    switch output {
    case .values(let body):
      let recorder = Recorder(body(lines, time, count), on: time)
      advance(time, length)
      recorder.dispose()
      return Run(inputs: played, outputs: [Row(name: name, events: events(of: recorder))], length: length)
    case .windows(let body):
      // A window sends from the moment on in which it is sent itself.
      let recorder = Recorder(body(lines, time, count).map { Recorder($0, on: time) }, on: time)
      advance(time, length)
      recorder.dispose()
      let windows = recorder.values
      let names = windows.indices.map { String(windowNames[$0 % windowNames.count]) }
      var rest = names[...]
      let result = events(of: recorder).map { event in
        event.kind == .value ? MarbleEvent(tick: event.tick, kind: .value, label: rest.popFirst() ?? "?") : event
      }
      let rows = zip(names, windows).map { Row(name: $0, events: events(of: $1)) }
      return Run(inputs: played, outputs: [Row(name: name, events: result)] + rows, length: length)
    }
  }

  /// Advances the time, but not forever: a source that fails immediately is run again immediately by some operators.
  private func advance(_ time: TestScheduler, _ ticks: Int) {
    let end = TestScheduler.Instant().advanced(by: time.ticks(ticks))
    for _ in 0..<2_000 {
      guard time.now < end, time.step() else { return }
    }
  }

  private func events<Value, Failure>(of recorder: Recorder<Value, Failure>) -> [MarbleEvent] {
    recorder.records.map { record in
      let tick = Int(record.time.offset / TestScheduler.tick)
      return switch record.event {
      case .next(let value): MarbleEvent(tick: tick, kind: .value, label: String(describing: value))
      case .completed: MarbleEvent(tick: tick, kind: .completed, label: "|")
      case .failed: MarbleEvent(tick: tick, kind: .failed, label: "#")
      }
    }
  }
}

private let windowNames = Array("abcdefghijklmnopqrstuvwxyz")
