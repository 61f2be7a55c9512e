@_exported public import struct Synchronization.AtomicLoadOrdering
@_exported public import protocol Synchronization.AtomicRepresentable
@_exported public import struct Synchronization.AtomicStoreOrdering
@_exported public import struct Synchronization.AtomicUpdateOrdering

/// An atomic value whose operations are explored. It replaces `Synchronization.Atomic` and has its interface.
///
/// ```swift
/// let count = Atomic(0)
/// count.add(1, ordering: .relaxed)
/// ```
///
/// Outside ``explore(_:limits:_:)`` it is atomic and sequentially consistent, but slow.
public struct Atomic<Value: AtomicRepresentable>: ~Copyable, Sendable {
  let location: Location

  /// Creates a variable with a value that every thread with a reference to it has seen.
  public init(_ initialValue: consuming Value, fileID: StaticString = #fileID, line: UInt = #line) {
    location = Location(Self.word(initialValue), SourcePlace(fileID, line))
  }

  static func word(_ value: consuming Value) -> Word {
    let bits = Value.encodeAtomicRepresentation(value)
    var word = Word()
    withUnsafeBytes(of: bits) { bits in withUnsafeMutableBytes(of: &word) { $0.copyMemory(from: bits) } }
    return word
  }

  static func value(_ word: Word) -> Value {
    withUnsafeBytes(of: word) {
      Value.decodeAtomicRepresentation($0.loadUnaligned(as: Value.AtomicRepresentation.self))
    }
  }

  static func show(_ word: Word) -> String { "\(value(word))" }

  /// Returns a value, which may be older than the newest if the ordering and this thread's knowledge allow it.
  public func load(
    ordering: AtomicLoadOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value {
    Self.value(location.load(MemoryOrder(ordering), SourcePlace(fileID, line)) { Self.show($0) })
  }

  /// Stores a value.
  public func store(
    _ desired: consuming Value, ordering: AtomicStoreOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    location.store(Self.word(desired), MemoryOrder(ordering), SourcePlace(fileID, line)) { Self.show($0) }
  }

  /// Stores a value and returns the previous one.
  public func exchange(
    _ desired: consuming Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value {
    let word = Self.word(desired)
    return update("exchange", ordering, SourcePlace(fileID, line)) { _ in word }
  }

  /// Stores a value if the current one is as expected, and returns the previous one.
  public func compareExchange(
    expected: consuming Value, desired: consuming Value, ordering: AtomicUpdateOrdering,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> (exchanged: Bool, original: Value) {
    compareExchange(
      expected, desired, MemoryOrder(ordering), MemoryOrder(ordering).ofFailure, false, SourcePlace(fileID, line))
  }

  /// Stores a value if the current one is as expected, and returns the previous one.
  public func compareExchange(
    expected: consuming Value, desired: consuming Value, successOrdering: AtomicUpdateOrdering,
    failureOrdering: AtomicLoadOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (exchanged: Bool, original: Value) {
    compareExchange(
      expected, desired, MemoryOrder(successOrdering), MemoryOrder(failureOrdering), false, SourcePlace(fileID, line))
  }

  /// ``compareExchange(expected:desired:ordering:fileID:line:)`` that may fail spuriously.
  public func weakCompareExchange(
    expected: consuming Value, desired: consuming Value, ordering: AtomicUpdateOrdering,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> (exchanged: Bool, original: Value) {
    compareExchange(
      expected, desired, MemoryOrder(ordering), MemoryOrder(ordering).ofFailure, true, SourcePlace(fileID, line))
  }

  /// ``compareExchange(expected:desired:successOrdering:failureOrdering:fileID:line:)`` that may fail spuriously.
  public func weakCompareExchange(
    expected: consuming Value, desired: consuming Value, successOrdering: AtomicUpdateOrdering,
    failureOrdering: AtomicLoadOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (exchanged: Bool, original: Value) {
    compareExchange(
      expected, desired, MemoryOrder(successOrdering), MemoryOrder(failureOrdering), true, SourcePlace(fileID, line))
  }

  private func compareExchange(
    _ expected: consuming Value, _ desired: consuming Value, _ order: MemoryOrder, _ failing: MemoryOrder,
    _ isWeak: Bool, _ place: SourcePlace
  ) -> (exchanged: Bool, original: Value) {
    let (expected, desired) = (Self.word(expected), Self.word(desired))
    let (before, isChanged) = location.update(
      order, failing: failing, isWeak: isWeak, place, isWeak ? "weakCompareExchange" : "compareExchange",
      { Self.show($0) }
    ) { $0 == expected ? desired : nil }
    return (isChanged, Self.value(before))
  }

  func update(
    _ name: String, _ ordering: AtomicUpdateOrdering, _ place: SourcePlace, _ change: (Word) -> Word
  ) -> Value {
    Self.value(location.update(MemoryOrder(ordering), place, name, { Self.show($0) }, { change($0) }).before)
  }
}

extension MemoryOrder {
  init(_ ordering: AtomicLoadOrdering) {
    switch ordering {
    case .relaxed: self = .relaxed
    case .acquiring: self = .acquiring
    default: self = .total
    }
  }

  init(_ ordering: AtomicStoreOrdering) {
    switch ordering {
    case .relaxed: self = .relaxed
    case .releasing: self = .releasing
    default: self = .total
    }
  }

  init(_ ordering: AtomicUpdateOrdering) {
    switch ordering {
    case .relaxed: self = .relaxed
    case .acquiring: self = .acquiring
    case .releasing: self = .releasing
    case .acquiringAndReleasing: self = .both
    default: self = .total
    }
  }

  /// The ordering of a failed exchange, which stores nothing.
  var ofFailure: MemoryOrder { isTotal ? .total : acquires ? .acquiring : .relaxed }
}
