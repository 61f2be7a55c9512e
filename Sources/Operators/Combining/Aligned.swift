import StreamCore

// The joint of streams that wait for each other. Its users, such as `mergeSorted` and `zipLongest`, differ in the
// values that they take when every stream has one.

/// Joins streams; `next` is called while each stream that has not completed has a value. An empty array completes
/// immediately.
@inlinable
func aligned<Part: Sendable, Output: Sendable, Failure: Error>(
  _ parts: [Signal<Part, Failure>], named name: StaticString = #function,
  next: @escaping @Sendable (inout Aligning<Part, Output>) -> Output?
) -> Signal<Output, Failure> {
  guard !parts.isEmpty else { return .empty }
  return Signal(
    attaching: { sink, subscription in
      let joint = Joint<Aligning<Part, Output>, Failure>(
        Aligning(parts.count, next), sink.ofBursts(subscription), subscription)
      joint.attach(lanes: parts)
    }, named: name)
}

/// Queues values until each stream that has not completed has one.
@usableFromInline
struct Aligning<Part: Sendable, Output: Sendable>: Operator {
  @usableFromInline var lanes: [Waiting<Part>]

  /// The number of lanes that have neither a value nor completed.
  @usableFromInline var lacking: Int

  /// Takes values, and returns the output that they make. Returns `nil` if no lane has a value.
  @usableFromInline let next: @Sendable (inout Self) -> Output?

  @inlinable
  init(_ count: Int, _ next: @escaping @Sendable (inout Self) -> Output?) {
    lanes = Array(repeating: Waiting(), count: count)
    lacking = count
    self.next = next
  }

  @inlinable
  mutating func step(_ input: ArrivalOfMany<Part>) -> Step<Burst<Output>> {
    switch input {
    case .value(let lane, let part): lacking -= lanes[lane].put(part)
    case .ended(let lane): if lanes[lane].end() { lacking -= 1 }
    }
    guard lacking == 0 else { return .skip }
    var outputs = Burst<Output>()
    while lacking == 0, let output = next(&self) { outputs.append(output) }
    return lacking == 0 ? .emitAndFinish(outputs) : .emit(outputs)
  }

  /// Removes and returns the first value of a lane; `nil` if the lane has completed.
  @inlinable
  mutating func take(_ lane: Int) -> Part? {
    guard !lanes[lane].isEmpty else { return nil }
    var isLast = false
    // A lane that has completed is not waited for.
    defer { if isLast { lacking -= 1 } }
    return lanes[lane].take(&lacking, &isLast)
  }

  /// Removes and returns the first value of each lane; `nil` if no lane has one.
  @inlinable
  mutating func takeRow() -> [Part?]? {
    lanes.contains { !$0.isEmpty } ? lanes.indices.map { take($0) } : nil
  }
}
