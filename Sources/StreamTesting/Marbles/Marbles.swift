/// Collects the lines of ``marbles(values:_:through:)``.
@resultBuilder
public enum MarbleLines {
  /// One line after another.
  public static func buildBlock(_ lines: String...) -> [String] { lines }
}

/// A test that is a picture: a line for each input, and under them what comes out.
///
/// ```swift
/// marbles {
///   "ab--c----d|"
///   "---b--c---(d|)"
/// } through: { input, time in input.debounce(for: time.ticks(2), on: time) }
/// ```
///
/// The inputs are cold and are subscribed to when the operator does so; the notation is that of
/// ``TestScheduler/cold(_:)``. Their values are strings of one character. Outputs are drawn as `String(describing:)`
/// has it; where that is longer than one character, `values` says what a character of the expectation stands for:
///
/// ```swift
/// marbles(values: ["x": 10, "y": 20]) {
///   "a-b|"
///   "x-y|"
/// } through: { input, _ in input.map { $0 == "a" ? 10 : 20 } }
/// ```
///
/// The test looks at as many ticks as the last line has. When it fails it prints all lines and the first difference. A
/// number of lines that does not fit the closure, or a line that cannot be read, fails the test as well.
///
/// A picture shows disposal, too. Once it holds it is run again for each of its ticks, on a scheduler of its own, and
/// disposed when everything of that tick has happened; and once more, disposed before the time is moved. What the
/// picture shows up to then has to have come, every subscription to the sources has to end right then if it has not
/// ended before, and nothing may be left waiting in the scheduler. So the closure is called many times. It has to make
/// all it needs anew, with the scheduler that it gets, and keep no count of its calls; where that cannot be, use
/// ``expectMarbles(_:_:on:values:fileID:filePath:line:column:)``.
public func marbles<Stream: StreamProtocol>(
  values: [Character: Stream.Value] = [:],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  @MarbleLines _ lines: () -> [String],
  through body: (Signal<String, MarbleFailure>, TestScheduler) -> Stream
) {
  let site = CallSite(fileID, filePath, line, column)
  picture(lines(), 1, values, { String($0) }, site) { body($0[0], $1) }
}

/// A picture of a stream without input, or of one that makes its sources itself; see ``marbles(values:_:through:)``.
///
/// ```swift
/// marbles {
///   "7-7-(7|)"
/// } through: { time in Signal.interval(every: time.ticks(2), on: time).map { _ in 7 }.take(3) }
/// ```
///
/// Every source made with the scheduler is looked after, as inputs are.
public func marbles<Stream: StreamProtocol>(
  values: [Character: Stream.Value] = [:],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  @MarbleLines _ lines: () -> [String],
  through body: (TestScheduler) -> Stream
) {
  let site = CallSite(fileID, filePath, line, column)
  picture(lines(), 0, values, { String($0) }, site) { body($1) }
}

/// A picture of an operator with two inputs; see ``marbles(values:_:through:)``.
public func marbles<Stream: StreamProtocol>(
  values: [Character: Stream.Value] = [:],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  @MarbleLines _ lines: () -> [String],
  through body: (Signal<String, MarbleFailure>, Signal<String, MarbleFailure>, TestScheduler) -> Stream
) {
  let site = CallSite(fileID, filePath, line, column)
  picture(lines(), 2, values, { String($0) }, site) { body($0[0], $0[1], $1) }
}

/// A picture of an operator with three inputs; see ``marbles(values:_:through:)``.
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

/// A picture of an operator with four inputs; see ``marbles(values:_:through:)``.
public func marbles<Stream: StreamProtocol>(
  values: [Character: Stream.Value] = [:],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  @MarbleLines _ lines: () -> [String],
  through body: (
    Signal<String, MarbleFailure>, Signal<String, MarbleFailure>, Signal<String, MarbleFailure>,
    Signal<String, MarbleFailure>, TestScheduler
  ) -> Stream
) {
  let site = CallSite(fileID, filePath, line, column)
  picture(lines(), 4, values, { String($0) }, site) { body($0[0], $0[1], $0[2], $0[3], $1) }
}

/// A picture of an operator whose input characters stand for values of another type; see
/// ``marbles(values:_:through:)``.
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
  let site = CallSite(fileID, filePath, line, column)
  picture(lines(), 1, values, mapping, site) { body($0[0], $1) }
}

/// A picture of an operator with two inputs of values of another type; see ``marbles(inputs:values:_:through:)``.
public func marbles<Input: Sendable, Stream: StreamProtocol>(
  inputs mapping: (Character) -> Input, values: [Character: Stream.Value] = [:],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  @MarbleLines _ lines: () -> [String],
  through body: (Signal<Input, MarbleFailure>, Signal<Input, MarbleFailure>, TestScheduler) -> Stream
) {
  let site = CallSite(fileID, filePath, line, column)
  picture(lines(), 2, values, mapping, site) { body($0[0], $0[1], $1) }
}

/// Reads the lines, makes the inputs and compares.
private func picture<Input: Sendable, Stream: StreamProtocol>(
  _ lines: [String], _ inputCount: Int, _ values: [Character: Stream.Value], _ mapping: (Character) -> Input,
  _ site: CallSite, _ body: ([Signal<Input, MarbleFailure>], TestScheduler) -> Stream
) {
  guard lines.count == inputCount + 1, let expected = lines.last else {
    let (needed, inputs) = inputCount == 0 ? ("1 line", "none") : ("\(inputCount + 1) lines", "\(inputCount)")
    return report(
      "This picture needs \(needed), \(inputs) of input and one of what comes out; it has \(lines.count).", at: site)
  }
  do {
    let inputs = try lines.dropLast().map { line in
      try Timeline(line).events(MarbleFailure(), mapping)
    }
    let problem = try problem(Timeline(expected), values, inputs: lines.dropLast()) { time in
      body(inputs.map { TestSource(time, $0, isHot: false).signal }, time)
    }
    if let problem { report(problem, at: site) }
  } catch {
    report("\(error)", at: site)
  }
}
