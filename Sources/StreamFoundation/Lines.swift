public import Foundation
public import StreamCore

extension StreamProtocol where Value == Data {
  /// The lines of a text that comes in pieces.
  ///
  ///     source   -"on"-"e\ntwo\nth"-"ree"-|
  ///     lines()  ------(one two)----------(three|)
  ///
  /// A line ends with a line feed, which is left out, and so is a carriage return before it. What follows the last line
  /// feed is a line if there is anything. Bytes that are no UTF-8 are replaced by U+FFFD. Keeps the line that has
  /// begun, up to `longest` bytes without its end: what is longer is sent in parts of at most that length, so that a
  /// source without line feeds does not fill the memory. A part ends between two characters, unless one alone has more
  /// bytes than a part. Delivers where the source delivers; ends and fails with it, and a failure loses the line
  /// that has begun. A length that is not greater than zero traps.
  public func lines(longest: Int = 1_024 * 1_024) -> Signal<String, Failure> {
    precondition(longest > 0, "A line must have room for a byte, and not for \(longest).")
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

  /// Sends a line; whether more are wanted.
  private let send: @Sendable (String) -> Bool

  /// The line that has begun. Guard: delivery is serial.
  nonisolated(unsafe) private var line = Data()

  init(_ longest: Int, _ send: @escaping @Sendable (String) -> Bool) {
    self.longest = longest
    self.send = send
  }

  func take(_ piece: Data) {
    var rest = piece[...]
    while let feed = rest.firstIndex(of: UInt8(ascii: "\n")) {
      guard append(rest[..<feed]), sendLine() else { return }
      rest = rest[(feed + 1)...]
    }
    _ = append(rest)
  }

  func finish() {
    if !line.isEmpty { _ = sendLine() }
  }

  private func append(_ bytes: Data) -> Bool {
    var rest = bytes
    while line.count + rest.count > longest {
      // A carriage return may belong to the end of the line, which does not count.
      if line.count + rest.count == longest + 1, (rest.last ?? line.last) == UInt8(ascii: "\r") { break }
      // One byte more than a part shows whether a character continues in it.
      let part = rest.prefix(max(0, longest + 1 - line.count))
      line.append(part)
      rest = rest.dropFirst(part.count)
      guard sendPart() else { return false }
    }
    line.append(rest)
    return true
  }

  /// Sends as many whole characters as a part has room for.
  private func sendPart() -> Bool {
    let first = line.startIndex
    var end = first + longest
    while end > first, line[end] & 0xC0 == 0x80 { end -= 1 }
    // No character begins in the last four bytes, or one is longer than a part.
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
