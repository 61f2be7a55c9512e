/// The stored part of a recording: its newest lines, and the nodes and edges alive before them.
///
/// Lines are added at one end and removed at the other. Removed lines are forgotten, except for nodes and edges that
/// are still alive: those are the base of the window. A page with both knows all live nodes, and can go back in time to
/// the start of the window.
public struct Window {
  /// The limits of a window.
  public struct Limits: Sendable {
    public var lines = 200_000
    public var nodes = 100_000
    public var edges = 400_000
    /// The maximum size of the window, and of the base.
    public var bytes = 64 << 20

    public init() {}
  }

  private let limits: Limits

  /// The lines; those before `start` have been removed.
  private var lines: [(line: Line, text: [UInt8])] = []
  private var start = 0
  private var bytes = 0
  private var base: Base

  /// The number of recordings before this one.
  public private(set) var recording = 0

  /// The number of removed lines of this recording.
  public private(set) var forgotten = 0

  /// The number of unknown lines.
  public private(set) var unread = 0

  /// The beginning of the first line, if that is unknown: then this is probably not a recording.
  public private(set) var strangeBeginning: String?

  public init(_ limits: Limits = Limits()) {
    self.limits = limits
    base = Base(limits)
  }

  /// The number of nodes and edges dropped because the base was full.
  public var refusedNodes: Int { base.refused }

  public mutating func append(_ text: UnsafeRawBufferPointer) {
    guard let line = Line(text) else {
      unread += 1
      if lines.isEmpty, unread == 1 { strangeBeginning = Self.printable(text.prefix(60)) }
      return
    }
    if line == .recording { clear() }
    lines.append((line, Array(text)))
    bytes += text.count + 1
    while lines.count - start > limits.lines || bytes > limits.bytes { forgetOldest() }
  }

  /// Replaces the characters that a text of JSON has to escape.
  private static func printable(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.map { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C ? $0 : 0x3F }, as: UTF8.self)
  }

  /// Starts a new recording.
  public mutating func clear() {
    let next = recording + 1
    self = Window(limits)
    recording = next
  }

  private mutating func forgetOldest() {
    let (line, text) = lines[start]
    lines[start].text = []
    start += 1
    forgotten += 1
    bytes -= text.count + 1
    base.take(line, text)
    if start > 1_024, start > lines.count / 2 {
      lines.removeFirst(start)
      start = 0
    }
  }

  /// Returns the next lines for a page, in a chunk of reasonable size.
  ///
  /// A page without lines, with another recording, or with a gap gets the base first.
  public func chunk(recording: Int, after: Int, size: Int = 1 << 20) -> Chunk {
    let isReset = recording != self.recording || after < forgotten || after > forgotten + lines.count - start
    var chunk = Chunk(isReset: isReset, next: isReset ? forgotten : after)
    if isReset { chunk.text = base.text }
    var sent = 0
    for (_, text) in lines[(start + chunk.next - forgotten)...] {
      if sent > size { break }
      chunk.text += text
      chunk.text.append(10)
      chunk.next += 1
      sent += text.count + 1
    }
    chunk.isLast = chunk.next == forgotten + lines.count - start
    return chunk
  }

  /// A part of a window.
  public struct Chunk {
    /// Whether it begins with the base, and replaces all earlier chunks.
    public let isReset: Bool
    public fileprivate(set) var text: [UInt8] = []
    /// The index for the next request.
    public fileprivate(set) var next: Int
    /// Whether it ends with the last line so far.
    public fileprivate(set) var isLast = false
  }
}
