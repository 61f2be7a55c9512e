/// Collects the lines of ``marbles(values:_:through:)``.
@resultBuilder
public enum MarbleLines {
  /// Collects the lines in order.
  public static func buildBlock(_ lines: String...) -> [String] { lines }
}

/// Tests an operator by a picture: one line for each input, then a line for the output.
///
/// ```swift
/// marbles {
///   "ab--c----d|"
///   "---b--c---(d|)"
/// } through: { input, time in input.debounce(for: time.ticks(2), on: time) }
/// ```
///
/// The inputs are cold, and use the notation of ``TestScheduler/cold(_:)``. Their values are strings of one character.
/// Output values are drawn by `String(describing:)`. If that is longer than one character, `values` maps characters of
/// the expectation to values:
///
/// ```swift
/// marbles(values: ["x": 10, "y": 20]) {
///   "a-b|"
///   "x-y|"
/// } through: { input, _ in input.map { $0 == "a" ? 10 : 20 } }
/// ```
///
/// The test runs for as many ticks as the last line has. A failure prints all lines and the first difference. A number
/// of lines that does not match the closure, or a line with a syntax error, fails the test, too. With
/// `swift test --attachments-path FOLDER` a failure attaches its recording, for the inspector.
///
/// A picture also tests disposal. If it holds, it runs again once for each of its ticks, on a new scheduler, and is
/// disposed at the end of that tick. One more run is disposed before the time advances. Each run must send the events
/// of the picture up to its disposal, end every subscription to the sources, and leave nothing pending in the
/// scheduler.
///
/// So the closure is called many times. It must make all its objects each time, with the scheduler that it receives,
/// and must not count its calls. Where that is impossible, use
/// ``expectMarbles(_:_:on:values:fileID:filePath:line:column:)``.
public func marbles<Stream: StreamProtocol>(
  values: [Character: Stream.Value] = [:],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  @MarbleLines _ lines: () -> [String],
  through body: (Signal<String, MarbleFailure>, TestScheduler) -> Stream
) {
  picture(lines(), 1, values, { String($0) }, CallSite(fileID, filePath, line, column)) { body($0[0], $1) }
}

/// Tests a stream without input, or with sources that the closure makes.
///
/// See ``marbles(values:_:through:)``.
///
/// ```swift
/// marbles {
///   "7-7-(7|)"
/// } through: { time in Signal.interval(every: time.ticks(2), on: time).map { _ in 7 }.take(3) }
/// ```
///
/// Subscriptions to sources made with the scheduler are checked, as those to inputs are.
public func marbles<Stream: StreamProtocol>(
  values: [Character: Stream.Value] = [:],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  @MarbleLines _ lines: () -> [String],
  through body: (TestScheduler) -> Stream
) {
  picture(lines(), 0, values, { String($0) }, CallSite(fileID, filePath, line, column)) { body($1) }
}

/// Tests an operator with two inputs. See ``marbles(values:_:through:)``.
public func marbles<Stream: StreamProtocol>(
  values: [Character: Stream.Value] = [:],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  @MarbleLines _ lines: () -> [String],
  through body: (Signal<String, MarbleFailure>, Signal<String, MarbleFailure>, TestScheduler) -> Stream
) {
  picture(lines(), 2, values, { String($0) }, CallSite(fileID, filePath, line, column)) { body($0[0], $0[1], $1) }
}

/// Tests an operator with three inputs. See ``marbles(values:_:through:)``.
public func marbles<Stream: StreamProtocol>(
  values: [Character: Stream.Value] = [:],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  @MarbleLines _ lines: () -> [String],
  through body: (
    Signal<String, MarbleFailure>, Signal<String, MarbleFailure>, Signal<String, MarbleFailure>, TestScheduler
  ) -> Stream
) {
  let site = CallSite(fileID, filePath, line, column)
  picture(lines(), 3, values, { String($0) }, site) { body($0[0], $0[1], $0[2], $1) }
}

/// Tests an operator whose input characters are mapped to values of another type.
///
/// See ``marbles(values:_:through:)``.
///
/// ```swift
/// marbles(inputs: { $0.wholeNumberValue! }) {
///   "1-2|"
///   "2-4|"
/// } through: { input, _ in input.map { $0 * 2 } }
/// ```
public func marbles<Input: Sendable, Stream: StreamProtocol>(
  inputs mapping: (Character) -> Input, values: [Character: Stream.Value] = [:],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  @MarbleLines _ lines: () -> [String],
  through body: (Signal<Input, MarbleFailure>, TestScheduler) -> Stream
) {
  picture(lines(), 1, values, mapping, CallSite(fileID, filePath, line, column)) { body($0[0], $1) }
}

/// Tests an operator with two inputs of another type. See ``marbles(inputs:values:_:through:)``.
public func marbles<Input: Sendable, Stream: StreamProtocol>(
  inputs mapping: (Character) -> Input, values: [Character: Stream.Value] = [:],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  @MarbleLines _ lines: () -> [String],
  through body: (Signal<Input, MarbleFailure>, Signal<Input, MarbleFailure>, TestScheduler) -> Stream
) {
  picture(lines(), 2, values, mapping, CallSite(fileID, filePath, line, column)) { body($0[0], $0[1], $1) }
}

/// Reads the lines, makes the inputs and compares.
private func picture<Input: Sendable, Stream: StreamProtocol>(
  _ lines: [String], _ inputCount: Int, _ values: [Character: Stream.Value], _ mapping: (Character) -> Input,
  _ site: CallSite, _ body: ([Signal<Input, MarbleFailure>], TestScheduler) -> Stream
) {
  guard lines.count == inputCount + 1, let expected = lines.last else {
    let (needed, inputs) = inputCount == 0 ? ("1 line", "none") : ("\(inputCount + 1) lines", "\(inputCount)")
    return report(
      "This picture needs \(needed), \(inputs) for inputs and one for the output, got \(lines.count).", at: site)
  }
  reportProblem(at: site) {
    let inputs = try lines.dropLast().map { line in
      try Timeline(line).events(MarbleFailure(), mapping)
    }
    return try problem(Timeline(expected), values, inputs: lines.dropLast()) { time in
      body(inputs.map { TestSource(time, $0, isHot: false).signal }, time)
    }
  }
}
