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
  /// begun, up to `longest` bytes: what is longer is sent in parts of that length, so that a source without line feeds
  /// does not fill the memory. Delivers where the source delivers; ends and fails with it, and a failure loses the line
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
      let part = rest.prefix(longest - line.count)
      line.append(part)
      rest = rest.dropFirst(part.count)
      guard send(takeLine()) else { return false }
    }
    line.append(rest)
    return true
  }

  private func sendLine() -> Bool {
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return send(takeLine())
  }

  private func takeLine() -> String {
    defer { line.removeAll(keepingCapacity: true) }
    return String(decoding: line, as: UTF8.self)
  }
}
