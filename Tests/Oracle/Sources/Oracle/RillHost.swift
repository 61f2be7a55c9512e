import Foundation
import Rill

/// A program on the library.
///
/// `@unchecked Sendable`: only one thread uses it.
final class RillHost: Host, @unchecked Sendable {
  private let properties: [MutableProperty<Value>]
  private var nodes: [Property<Value>?]
  private var handles: [Disposable?] = []
  private let connection: Property<Int>?

  override init(_ program: Program) {
    let properties = (0..<program.sources).map { MutableProperty(Value(source: $0, tag: 1)) }
    connection = program.isConnected ? Property(combining: properties) { $0.count } : nil
    self.properties = properties
    nodes = properties.map(\.property)
    super.init(program)
  }

  /// Disposes the remaining observers: a node that creates its own sources is retained while it is observed.
  func finish() { for handle in handles { handle?.dispose() } }

  override func set(_ source: Int, _ tag: Int32) { properties[source].value = Value(source: source, tag: tag) }

  override func modify(_ source: Int) {
    properties[source].modify { $0 = Value(source: source, tag: $0.tags[source] % 9 + 1) }
  }

  override func read(_ node: Int) -> Value { nodes[node]!.value }

  override func batch(_ body: () throws -> Void) throws { try Rill.batch(body) }

  override func derive(_ spec: NodeSpec, isKept: Bool) -> Int {
    let inputs = spec.inputs.map { nodes[resolve($0)]! }
    nodes.append(spec.property(of: inputs, properties))
    return nodes.count - 1
  }

  override func forget(_ node: Int) { nodes[node] = nil }

  override func subscribe(_ observer: Int, to node: Int, _ spec: ObserverSpec) {
    handles.append(nil)
    let handle = nodes[node]!.subscribe { [unowned self] in receive(observer, $0, spec) }
    handles[observer] = handle
  }

  override func startEffect(_ observer: Int, reading nodes: [Int], _ spec: ObserverSpec) {
    handles.append(nil)
    let handle = effect { [unowned self] in runEffect(observer, reading: nodes, spec) }
    handles[observer] = handle
  }

  override func dispose(_ observer: Int) { handles[observer]?.dispose() }
}

extension NodeSpec {
  private final class Object: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  /// Makes a derived property from its specification.
  ///
  /// - Parameter yields: Whether closures sometimes let other threads run in the middle of them.
  func property(
    of inputs: [Property<Value>], _ sources: [MutableProperty<Value>], yields: Bool = false
  ) -> Property<Value> {
    let parameter = parameter
    let pause: @Sendable (Value) -> Value = { value in
      if yields, value.number & 7 == 0 { sched_yield() }
      return value
    }
    let (input, second, third) = (inputs[0], inputs[1 % inputs.count], inputs[2 % inputs.count])
    switch kind {
    case .map: return input.map { pause(Value.map($0, parameter)) }
    case .object: return input.map { Object(Value.map($0, parameter)) }.map { $0.value }
    case .pair: return Property(input, second) { pause(Value.combine([$0, $1], parameter)) }
    case .three: return Property(input, second, third) { pause(Value.combine([$0, $1, $2], parameter)) }
    case .many: return Property(combining: inputs) { pause(Value.combine($0, parameter)) }
    case .tracked, .choosing: return Property { [self] in result { pause(inputs[$0 % inputs.count].value) } }
    case .flatMap:
      let even = Property(input, second) { Value.combine([$0, $1], parameter) }
      let odd = Property(input, third) { Value.combine([$0, $1], parameter &+ 1) }
      return input.flatMap { $0.isEven ? even : odd }
    case .remainder:
      return input.map { Value.remainder($0, parameter) }.distinctUntilChanged().map { Value($0, Value.none) }
    case .distinct: return input.distinctUntilChanged()
    case .limit:
      let index = self.inputs[0] % sources.count
      let source = sources[index]
      return source.map { value in
        if let lower = lowered(value, of: index) { source.value = lower }
        return value
      }
    }
  }

  /// The value to which `limit` sets its source, if the source is too large.
  func lowered(_ value: Value, of source: Int) -> Value? {
    value.tags[source] > 5 ? Value(source: source, tag: Int32(parameter % 4 + 1)) : nil
  }
}
