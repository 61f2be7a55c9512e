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
    return stage { source, sink, subscription in
      let splitter = LineSplitter(longest, sink, subscription)
      source.attach(Sink(next: { splitter.take($0) }, end: { splitter.end($0) }), to: subscription)
    }
  }
}

/// One run of `lines()`.
private final class LineSplitter<Failure: Error>: Sendable {
  private let longest: Int
  private let sink: Sink<String, Failure>
  private let subscription: Subscription

  /// The current line.
  ///
  /// Guarded by: the source (its events are serial).
  @exclusivity(unchecked)
  nonisolated(unsafe) private var line = Data()

  init(_ longest: Int, _ sink: Sink<String, Failure>, _ subscription: Subscription) {
    self.longest = longest
    self.sink = sink
    self.subscription = subscription
  }

  func take(_ piece: Data) {
    piece.withUnsafeBytes { bytes in
      guard var start = bytes.baseAddress else { return }
      let end = start + bytes.count
      let isASCII = bytes.reduce(0, |) < 0x80
      // Pointers, because every slice of a buffer is checked, which would take as long as finding the feed.
      while let feed = memchr(start, 10, end - start) {
        let text = UnsafeRawBufferPointer(start: start, count: UnsafeRawPointer(feed) - start)
        guard line.isEmpty ? sendWhole(text, isASCII) : append(Data(text)) && sendLine() else { return }
        start = UnsafeRawPointer(feed) + 1
      }
      if start < end { _ = append(Data(bytes: start, count: end - start)) }
    }
  }

  /// Sends a line that is contained in one piece, without copying its bytes unless it is too long.
  @inline(__always)
  private func sendWhole(_ bytes: UnsafeRawBufferPointer, _ isASCII: Bool) -> Bool {
    let count = bytes.count - (bytes.last == UInt8(ascii: "\r") ? 1 : 0)
    guard count <= longest else { return append(Data(bytes)) && sendLine() }
    let text = UnsafeBufferPointer(start: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: count)
    if isASCII, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // Not checked again.
      return send(String(copying: UTF8Span(unchecked: text.span, isKnownASCII: true)))
    }
    return send(String(decoding: text, as: UTF8.self))
  }

  /// Returns `false` if the subscription was disposed.
  private func send(_ text: String) -> Bool {
    sink.next(text)
    return subscription.isActive
  }

  func end(_ completion: Completion<Failure>) {
    if case .completed = completion, subscription.isActive, !line.isEmpty { _ = sendLine() }
    if subscription.isActive { sink.end(completion) }
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
