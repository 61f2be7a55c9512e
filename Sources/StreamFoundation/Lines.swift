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
      let splitter = LineSplitter(longest) { line in
        guard subscription.isActive else { return false }
        sink.next(line)
        return subscription.isActive
      }
      source.attach(
        Sink(
          next: { splitter.take($0) },
          end: { completion in
            if case .completed = completion { splitter.finish() }
            if subscription.isActive { sink.end(completion) }
          }),
        to: subscription)
    })
  }
}

private final class LineSplitter: Sendable {
  private let longest: Int

  /// Sends a line, and returns `false` if the subscription was disposed.
  private let send: @Sendable (String) -> Bool

  /// The current line.
  ///
  /// Guarded by: the source (its events are serial).
  @exclusivity(unchecked)
  nonisolated(unsafe) private var line = Data()

  init(_ longest: Int, _ send: @escaping @Sendable (String) -> Bool) {
    self.longest = longest
    self.send = send
  }

  func take(_ piece: Data) {
    piece.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while let feed = rest.firstFeed {
        let text = rest[..<feed]
        guard sendWhole(text) ?? (append(Data(text)) && sendLine()) else { return }
        rest = rest[(feed + 1)...]
      }
      if !rest.isEmpty { _ = append(Data(rest)) }
    }
  }

  /// Sends a line that is contained in one piece, without copying its bytes; otherwise returns `nil`.
  private func sendWhole(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool? {
    guard line.isEmpty else { return nil }
    let text = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    return text.count > longest ? nil : send(String(decoding: UnsafeRawBufferPointer(rebasing: text), as: UTF8.self))
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

extension Slice<UnsafeRawBufferPointer> {
  /// The index of the first line feed.
  fileprivate var firstFeed: Int? {
    let bytes = UnsafeRawBufferPointer(rebasing: self)
    guard let start = bytes.baseAddress, let feed = memchr(start, 10, bytes.count) else { return nil }
    return startIndex + (UnsafeRawPointer(feed) - start)
  }
}
