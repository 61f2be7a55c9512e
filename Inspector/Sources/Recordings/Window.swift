/// What is kept of a recording: its newest lines, and what was alive before them.
///
/// Lines come in at one end and fall out at the other. What falls out is forgotten, but for the nodes and edges that
/// are still there: those are the base, on which the window stands. So who is given both knows all that is alive, and
/// can go back in time to where the window begins.
public struct Window {
  /// How much is kept.
  public struct Limits: Sendable {
    public var lines = 200_000
    public var nodes = 100_000
    public var edges = 400_000
    /// Of the window, and as many of the base.
    public var bytes = 64 << 20

    public init() {}
  }

  private let limits: Limits

  /// The lines, of which those before `start` have fallen out.
  private var lines: [(line: Line, text: [UInt8])] = []
  private var start = 0
  private var bytes = 0
  private var base: Base

  /// How many recordings there were before this one.
  public private(set) var recording = 0

  /// How many lines of this recording fell out of the window.
  public private(set) var forgotten = 0

  /// How many lines were not understood.
  public private(set) var unread = 0

  public init(_ limits: Limits = Limits()) {
    self.limits = limits
    base = Base(limits)
  }

  /// How many nodes and edges there was no room for.
  public var refusedNodes: Int { base.refused }

  public mutating func append(_ text: UnsafeRawBufferPointer) {
    guard let line = Line(text) else {
      unread += 1
      return
    }
    if line == .recording { clear() }
    lines.append((line, Array(text)))
    bytes += text.count + 1
    while lines.count - start > limits.lines || bytes > limits.bytes { forgetOldest() }
  }

  /// A new recording begins.
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

  /// The lines after those that somebody has, as many as are good to send at once.
  ///
  /// Who has nothing yet, has another recording, or was too slow and missed some, gets the base first.
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

  /// A piece of a window.
  public struct Chunk {
    /// Whether it begins with the base, and what was known before counts no more.
    public let isReset: Bool
    public fileprivate(set) var text: [UInt8] = []
    /// What to ask for next.
    public fileprivate(set) var next: Int
    /// Whether there is no more for now.
    public fileprivate(set) var isLast = false
  }
}
