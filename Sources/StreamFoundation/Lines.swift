public import Foundation
public import StreamCore

extension StreamProtocol where Value == Data {
  /// The lines of a text that arrives in chunks.
  ///
  ///     source   -"on"-"e\ntwo\nth"-"ree"-|
  ///     lines()  ------(one two)----------(three|)
  ///
  /// A line ends with a line feed or with a carriage return and a line feed, which are removed. Bytes after the last
  /// line feed are a line, too. Bytes that are not UTF-8 are replaced by U+FFFD.
  ///
  /// Keeps the current line. A line of more than `longest` bytes is sent in parts of at most that length. Otherwise a
  /// source without line feeds would fill the memory. A part ends between two characters, unless a single character is
  /// longer than a part. Delivers where the source delivers. Completes and fails with the source; a failure drops the
  /// current line. A length below 1 traps.
  public func lines(longest: Int = 1_024 * 1_024) -> Signal<String, Failure> {
    if longest <= 0 { fatalError("`lines(longest:)` needs a length of 1 or more, got \(longest).") }
    let source = signal
    return Signal(attaching: { sink, subscription in
      let splitter = LineSplitter(longest, sink.next, subscription)
      source.attach(
        Sink(
          next: { splitter.take($0) },
          end: { completion in
            if case .completed = completion, subscription.isActive { splitter.finish() }
            if subscription.isActive { sink.end(completion) }
          }),
        to: subscription)
    })
  }
}

private final class LineSplitter: Sendable {
  private let longest: Int

  private let next: @Sendable (String) -> Void
  private let subscription: Subscription

  /// The current line.
  ///
  /// Guarded by: the source (its events are serial).
  @exclusivity(unchecked)
  nonisolated(unsafe) private var line = Data()

  init(_ longest: Int, _ next: @escaping @Sendable (String) -> Void, _ subscription: Subscription) {
    self.longest = longest
    self.next = next
    self.subscription = subscription
  }

  func take(_ piece: Data) {
    piece.withUnsafeBytes { bytes in
      guard var start = bytes.baseAddress else { return }
      let end = start + bytes.count
      // Pointers, because every slice of a buffer is checked, which would take as long as finding the feed.
      while let feed = memchr(start, 10, end - start) {
        let text = UnsafeRawBufferPointer(start: start, count: UnsafeRawPointer(feed) - start)
        guard line.isEmpty ? sendWhole(text) : append(Data(text)) && sendLine() else { return }
        start = UnsafeRawPointer(feed) + 1
      }
      if start < end { _ = append(Data(bytes: start, count: end - start)) }
    }
  }

  /// Sends a line that is contained in one piece, without copying its bytes unless it is too long.
  private func sendWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var count = bytes.count
    if count > 0, bytes[count - 1] == UInt8(ascii: "\r") { count -= 1 }
    guard count <= longest else { return append(Data(bytes)) && sendLine() }
    return send(String(decoding: UnsafeRawBufferPointer(start: bytes.baseAddress, count: count), as: UTF8.self))
  }

  /// Returns `false` if the subscription was disposed.
  private func send(_ text: String) -> Bool {
    next(text)
    return subscription.isActive
  }

  func finish() {
    if !line.isEmpty { _ = sendLine() }
  }

  private func append(_ bytes: Data) -> Bool {
    var rest = bytes
    while line.count + rest.count > longest {
      // A carriage return may belong to the end of the line, which does not count as a byte of the line.
      if line.count + rest.count == longest + 1, (rest.last ?? line.last) == UInt8(ascii: "\r") { break }
      // The byte after the part shows whether a character continues there.
      let part = rest.prefix(max(0, longest + 1 - line.count))
      line.append(part)
      rest = rest.dropFirst(part.count)
      guard sendPart() else { return false }
    }
    line.append(rest)
    return true
  }

  /// Sends as many whole characters as fit into a part.
  private func sendPart() -> Bool {
    let first = line.startIndex
    var end = first + longest
    while end > first, line[end] & 0xC0 == 0x80 { end -= 1 }
    // No character begins in the last four bytes, or a single one is longer than the part.
    if end == first || end < first + longest - 3 { end = first + longest }
    let part = String(decoding: line[..<end], as: UTF8.self)
    line = Data(line[end...])
    return send(part)
  }

  private func sendLine() -> Bool {
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    let text = String(decoding: line, as: UTF8.self)
    line.removeAll(keepingCapacity: true)
    return send(text)
  }
}
