/// The rows that a stage makes of its source: at most one of each row, in the same order.
@usableFromInline
struct PickedRows<Output: Sendable>: Sendable {
  /// Whether each row of the source has a row in the output. Empty if all always have.
  @usableFromInline var flags: Rope<Bool>
  @usableFromInline var output: Rows<Output>

  /// Whether every row always has a row in the output.
  @usableFromInline let isTotal: Bool

  @inlinable
  init(_ flags: Rope<Bool>, _ output: Rows<Output>, isTotal: Bool) {
    (self.flags, self.output, self.isTotal) = (flags, output, isTotal)
  }

  /// The index in the output at which the row at an index of the source is, or would be.
  @inlinable
  func place(of index: Int) -> Int { isTotal ? index : flags.weight(before: index) }

  @inlinable
  mutating func insert(_ row: Row<Output>?, at index: Int) {
    let place = place(of: index)
    if !isTotal { flags.insert(row != nil, at: index) }
    if let row { output.insert(row, at: place) }
  }

  @inlinable
  mutating func remove(at index: Int) {
    let place = place(of: index)
    if isTotal || flags.remove(at: index) { output.remove(at: place) }
  }

  @inlinable
  mutating func replace(with row: Row<Output>?, at index: Int) {
    let place = place(of: index)
    switch (isTotal || flags[index], row) {
    case (true, let row?): return output[place] = row
    case (true, nil): output.remove(at: place)
    case (false, let row?): output.insert(row, at: place)
    case (false, nil): return
    }
    flags[index] = row != nil
  }

  @inlinable
  mutating func move(from index: Int, to other: Int) {
    if isTotal { return output.move(from: index, to: other) }
    let place = place(of: index)
    let isPicked = flags.remove(at: index)
    flags.insert(isPicked, at: other)
    if isPicked { output.move(from: place, to: self.place(of: other)) }
  }
}

/// Builds ``PickedRows`` in linear time.
@usableFromInline
struct PickedRowsBuilder<Output: Sendable>: ~Copyable {
  @usableFromInline var flags: RopeBuilder<Bool>
  @usableFromInline var output: RopeBuilder<Row<Output>>
  @usableFromInline let isTotal: Bool

  @inlinable
  init(capacity: Int, isTotal: Bool) {
    flags = RopeBuilder(capacity: isTotal ? 0 : capacity)
    output = RopeBuilder(capacity: isTotal ? capacity : 0)
    self.isTotal = isTotal
  }

  @inlinable
  mutating func append(_ row: Row<Output>?) {
    if !isTotal { flags.append(row != nil) }
    if let row { output.append(row) }
  }

  @inlinable
  consuming func rows() -> PickedRows<Output> { PickedRows(flags.rope(), output.rope(), isTotal: isTotal) }
}
