/// Compares a stream with a marble string.
///
/// ```swift
/// let time = TestScheduler()
/// expectMarbles("---b|", source.debounce(for: time.ticks(2), on: time), on: time)
/// ```
///
/// Subscribes, advances the time by the length of `expected`, disposes, and compares tick by tick. Dashes at the end
/// mean that no event may arrive there; later events are not checked.
///
/// With `swift test --attachments-path FOLDER` a failure attaches its recording, for the inspector. It has the objects
/// that are made while this function runs. The trait `.recorded` records the whole test.
///
/// - Parameters:
///   - expected: The events in the notation of ``TestScheduler/cold(_:)``. `#` stands for any failure.
///   - values: Maps characters to values. Any other character stands for the value with that description.
public func expectMarbles<Stream: StreamProtocol>(
  _ expected: String, _ stream: Stream, on time: TestScheduler, values: [Character: Stream.Value] = [:],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  reportProblem(at: CallSite(fileID, filePath, line, column)) {
    let timeline = try Timeline(expected)
    let start = time.now
    let recorder = Recorder(stream, on: time)
    time.advance(by: time.ticks(max(0, timeline.length - 1)))
    recorder.dispose()
    return difference(timeline, recorder.moments(since: start), values)
  }
}

/// Returns the difference between the actual and the expected events as text, or `nil` if there is none.
func difference<Value>(
  _ expected: Timeline, _ actual: [Moment], _ values: [Character: Value], inputs: [String] = []
) -> String? {
  let legend = Legend(values)
  let wanted = expected.moments.map { Moment($0.offset, legend.mark($0.mark)) }
  let difference = Difference(expected: wanted, actual: actual, legend: legend)
  return difference.first.map { difference.text($0, inputs: inputs, ticks: expected.length) }
}

extension Recorder {
  /// The recorded events as marks.
  func moments(since start: TestScheduler.Instant) -> [Moment] {
    records.map { Moment(start.duration(to: $0.time), Mark($0.event)) }
  }
}

/// The mapping between values and characters. A mark holds the description of its value until it is drawn.
private struct Legend {
  private let descriptions: [String: String]
  private let characters: [String: String]

  init<Value>(_ values: [Character: Value]) {
    let pairs = values.sorted { $0.key < $1.key }.map { (String($0.key), String(describing: $0.value)) }
    descriptions = Dictionary(uniqueKeysWithValues: pairs)
    characters = Dictionary(pairs.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the mark with the description of the value that its character means.
  func mark(_ mark: Mark) -> Mark {
    if case .value(let text) = mark { .value(descriptions[text] ?? text) } else { mark }
  }

  /// Returns the moment with the character of its value.
  func drawn(_ moment: Moment) -> Moment {
    guard case .value(let text) = moment.mark else { return moment }
    return Moment(moment.offset, .value(characters[text] ?? text))
  }
}

/// Two timelines side by side.
private struct Difference {
  struct First {
    let offset: Duration
    let expected: Mark?
    let actual: Mark?
  }

  let expected: [Moment]
  let actual: [Moment]
  let legend: Legend

  /// The first difference.
  var first: First? {
    for index in 0..<max(expected.count, actual.count) {
      let one = index < expected.count ? expected[index] : nil
      let other = index < actual.count ? actual[index] : nil
      guard one != other, let offset = [one, other].compactMap({ $0?.offset }).min() else { continue }
      return First(
        offset: offset, expected: one?.offset == offset ? one?.mark : nil,
        actual: other?.offset == offset ? other?.mark : nil)
    }
    return nil
  }

  func text(_ first: First, inputs: [String], ticks: Int) -> String {
    let tick = TestScheduler.Instant(offset: first.offset)
    var rows = inputs.enumerated().map { index, line in
      (inputs.count == 1 ? "input" : "input \(index + 1)", cells((try? Timeline(line).moments) ?? []))
    }
    rows.append(("expected", cells(expected.map(legend.drawn), ticks: ticks)))
    let hasEnded = actual.last.map { $0.mark == .completed || $0.mark == .failed } ?? false
    rows.append(("actual", cells(actual.map(legend.drawn), ticks: hasEnded ? 0 : ticks)))
    let count = rows.map(\.1.count).max() ?? 0
    let widths = (0..<count).map { index in
      rows.map { index < $0.1.count ? $0.1[index].count : 0 }.max() ?? 0
    }
    var lines = ["expected \(name(first.expected)) at \(tick), got \(name(first.actual))"]
    for (title, cells) in rows {
      // A group is wider than one character, so the columns after it are moved apart to keep ticks aligned.
      let line = cells.enumerated().map { index, cell in
        cell + String(repeating: " ", count: widths[index] - cell.count)
      }
      lines.append("  \(title.padded(to: 8))  \(line.joined())")
    }
    let place = widths.prefix(Int(first.offset / TestScheduler.tick)).reduce(0, +)
    lines.append("            \(String(repeating: " ", count: place))^")
    return lines.joined(separator: "\n")
  }

  private func cells(_ moments: [Moment], ticks: Int = 0) -> [String] { Timeline.cells(moments, ticks: ticks) }

  private func name(_ mark: Mark?) -> String {
    switch mark {
    case .value(let text): legend.drawn(Moment(.zero, .value(text))).mark.text
    case .completed: "completion"
    case .failed: "failure"
    case .subscribed, .disposed, nil: "nothing"
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
