import Foundation

/// A recording that comes in, and that pages ask for.
public actor Recording {
  private var window: Window
  private var splitter = LineSplitter()

  /// How much of a file has been read for the first time, from 0 to 1.
  private var progress: Double?
  private var isLive = false
  private var source = 0

  public init(_ limits: Window.Limits = Window.Limits()) { window = Window(limits) }

  // MARK: What comes in

  /// A program has connected. What others still write counts no more.
  public func connect() -> Int {
    window.clear()
    splitter = LineSplitter()
    source += 1
    isLive = true
    return source
  }

  /// - Returns: Whether this source still counts.
  public func feed(_ bytes: some Sequence<UInt8> & Sendable, from source: Int) -> Bool {
    guard source == self.source else { return false }
    Array(bytes).withUnsafeBytes { bytes in splitter.feed(bytes) { window.append($0) } }
    return true
  }

  public func disconnect(_ source: Int) {
    if source == self.source { isLive = false }
  }

  /// Reads a file, a piece at a time, and what is written to it later. A file that has become shorter is a new one.
  public func follow(_ file: FileHandle) async throws {
    var source = connect()
    isLive = false
    var place: UInt64 = 0
    while !Task.isCancelled {
      let size = try file.seekToEnd()
      if size < place {
        source = connect()
        place = 0
      }
      try file.seek(toOffset: place)
      if progress == nil, place == 0 { progress = 0 }
      while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
        _ = feed(piece, from: source)
        place += UInt64(piece.count)
        if progress != nil { progress = size == 0 ? 1 : min(1, Double(place) / Double(size)) }
        await Task.yield()
      }
      progress = nil
      try await Task.sleep(for: .milliseconds(300))
    }
  }

  // MARK: What goes out

  /// A line about what follows, and lines of the recording. While a file is read for the first time there are none.
  public func answer(recording: Int, after: Int) -> [UInt8] {
    if let progress {
      return Array("{\"recording\":-1,\"next\":0,\"reset\":true,\"last\":true,\"progress\":\(progress)}\n".utf8)
    }
    let chunk = window.chunk(recording: recording, after: after)
    let head = """
      {"recording":\(window.recording),"next":\(chunk.next),"reset":\(chunk.isReset),"last":\(chunk.isLast),\
      "live":\(isLive),"forgotten":\(window.forgotten),"unread":\(window.unread),"refused":\(splitter.refused),\
      "noRoom":\(window.refusedNodes),"open":\(splitter.open.count)}

      """
    return Array(head.utf8) + chunk.text
  }
}
