import Operators
import StreamTesting

/// The operators of the page.
///
/// Each is a closure over its inputs, and runs in virtual time. The text of the closures is a resource, because a
/// copied test contains it.
public struct Catalog: Sendable {
  public private(set) var operators: [LiveOperator] = []

  /// The heading and the source of the operators that are added next.
  private var group = ""
  private var text: [UInt8] = []

  public static let shared = Catalog()

  init() {
    add("Making streams", PackageResources.Making_txt) { $0.addMaking() }
    add("In the core", PackageResources.Core_txt) { $0.addCore() }
    add("Transforming", PackageResources.Transforming_txt) { $0.addTransforming() }
    add("Filtering", PackageResources.Filtering_txt) { $0.addFiltering() }
    add("Combining", PackageResources.Combining_txt) { $0.addCombining() }
    add("Flattening", PackageResources.Flattening_txt) { $0.addFlattening() }
    add("Failing", PackageResources.Failing_txt) { $0.addFailing() }
    add("Timing", PackageResources.Timing_txt) { $0.addTiming() }
    add("Windows and groups", PackageResources.Windows_txt) { $0.addWindows() }
    add("Side effects", PackageResources.Effects_txt) { $0.addEffects() }
    add("Asynchronous closures", PackageResources.Awaiting_txt) { $0.addAwaiting() }
  }

  /// Returns the operator with a name: that of the picture in its documentation.
  public subscript(name: String) -> LiveOperator? { operators.first { $0.name == name } }

  private mutating func add(_ group: String, _ text: [UInt8], _ add: (inout Catalog) -> Void) {
    self.group = group
    self.text = text
    add(&self)
  }

  private mutating func add(_ name: String, _ inputs: [InputLine], _ count: Int?, _ output: LiveOperator.Output) {
    let code = code(of: name, in: String(decoding: text, as: UTF8.self))
    operators.append(
      LiveOperator(name: name, group: group, inputs: inputs, count: count, code: code, output: output))
  }

  // MARK: Operators with one output

  mutating func add<Output: StreamProtocol>(
    _ name: String, n: Int? = nil, _ body: @escaping @Sendable (TestScheduler, Int) -> Output
  ) {
    add(name, [], n, .values { described(body($1, $2)) })
  }

  mutating func add<A, AFailure, Output: StreamProtocol>(
    _ name: String, _ a: Input<A, AFailure>, n: Int? = nil,
    _ body: @escaping @Sendable (Signal<A, AFailure>, TestScheduler, Int) -> Output
  ) {
    add(name, [a.line], n, .values { described(body(a.stream($0[0], $1), $1, $2)) })
  }

  mutating func add<A, AFailure, B, BFailure, Output: StreamProtocol>(
    _ name: String, _ a: Input<A, AFailure>, _ b: Input<B, BFailure>, n: Int? = nil,
    _ body: @escaping @Sendable (Signal<A, AFailure>, Signal<B, BFailure>, TestScheduler, Int) -> Output
  ) {
    add(name, [a.line, b.line], n, .values { described(body(a.stream($0[0], $1), b.stream($0[1], $1), $1, $2)) })
  }

  mutating func add<A, AFailure, B, BFailure, C, CFailure, Output: StreamProtocol>(
    _ name: String, _ a: Input<A, AFailure>, _ b: Input<B, BFailure>, _ c: Input<C, CFailure>, n: Int? = nil,
    _ body:
      @escaping @Sendable (
        Signal<A, AFailure>, Signal<B, BFailure>, Signal<C, CFailure>, TestScheduler, Int
      ) -> Output
  ) {
    add(
      name, [a.line, b.line, c.line], n,
      .values { described(body(a.stream($0[0], $1), b.stream($0[1], $1), c.stream($0[2], $1), $1, $2)) })
  }

  // MARK: Operators that send streams

  mutating func addWindows<A, AFailure, Window: StreamProtocol>(
    _ name: String, _ a: Input<A, AFailure>, n: Int? = nil,
    _ body: @escaping @Sendable (Signal<A, AFailure>, TestScheduler, Int) -> Signal<Window, AFailure>
  ) {
    add(name, [a.line], n, .windows { erased(body(a.stream($0[0], $1), $1, $2)) })
  }

  mutating func addWindows<A, AFailure, B, BFailure, Window: StreamProtocol>(
    _ name: String, _ a: Input<A, AFailure>, _ b: Input<B, BFailure>, n: Int? = nil,
    _ body:
      @escaping @Sendable (Signal<A, AFailure>, Signal<B, BFailure>, TestScheduler, Int) -> Signal<
        Window, AFailure
      >
  ) {
    add(name, [a.line, b.line], n, .windows { erased(body(a.stream($0[0], $1), b.stream($0[1], $1), $1, $2)) })
  }

  mutating func addWindows<A, AFailure, B, BFailure, C, CFailure, Window: StreamProtocol>(
    _ name: String, _ a: Input<A, AFailure>, _ b: Input<B, BFailure>, _ c: Input<C, CFailure>, n: Int? = nil,
    _ body:
      @escaping @Sendable (
        Signal<A, AFailure>, Signal<B, BFailure>, Signal<C, CFailure>, TestScheduler, Int
      ) -> Signal<Window, AFailure>
  ) {
    add(
      name, [a.line, b.line, c.line], n,
      .windows { erased(body(a.stream($0[0], $1), b.stream($0[1], $1), c.stream($0[2], $1), $1, $2)) })
  }
}

/// Returns the stream with the text of each value.
private func described(_ stream: some StreamProtocol) -> Signal<String, any Error> {
  stream.signal.map { String(describing: $0) }.mapFailure { $0 as any Error }
}

private func erased<Window: StreamProtocol, Failure>(
  _ windows: Signal<Window, Failure>
) -> Signal<Signal<String, any Error>, any Error> {
  windows.map { described($0) }.mapFailure { $0 as any Error }
}

/// Returns the lines of an operator's closure, by the form that all closures of the catalog have.
private func code(of name: String, in text: String) -> String {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  let literal = "\"\(name.replacing("\"", with: "\\\""))\""
  guard let named = lines.firstIndex(where: { $0.contains(literal) }),
    let start = lines[named...].firstIndex(where: { $0.hasSuffix(" in") }),
    let end = lines[start...].firstIndex(of: "    }")
  else { preconditionFailure("The source of the catalog has no closure for \(name). Add one like the others.") }
  return lines[(start + 1)..<end].map { $0.dropFirst(6) }.joined(separator: "\n")
}
