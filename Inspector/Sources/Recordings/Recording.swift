import Foundation

/// An incoming recording that pages read.
public actor Recording {
  private var window: Window
  private var splitter = LineSplitter()

  /// The part of a file that has been read at first, from 0 to 1.
  private var progress: Double?
  private var isLive = false
  private var source = 0

  public init(_ limits: Window.Limits = Window.Limits()) { window = Window(limits) }

  /// Where programs connect, as the page shows it.
  private var address: String?

  // MARK: Input

  /// Called when programs can connect.
  public func listens(at address: String) { self.address = address }

  /// Called when a program connects. Lines of other sources are ignored from then on.
  public func connect() -> Int {
    window.clear()
    splitter = LineSplitter()
    source += 1
    isLive = true
    return source
  }

  /// - Returns: Whether this source is still the current one.
  public func feed(_ bytes: some Sequence<UInt8> & Sendable, from source: Int) -> Bool {
    guard source == self.source else { return false }
    Array(bytes).withUnsafeBytes { bytes in splitter.feed(bytes) { window.append($0) } }
    return true
  }

  public func disconnect(_ source: Int) {
    if source == self.source { isLive = false }
  }

  /// Reads a file in pieces, and then the lines appended to it. A file that has become shorter is a new one.
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

  // MARK: Output

  /// Returns a header line and lines of the recording. While a file is read for the first time there are no lines.
  public func answer(recording: Int, after: Int) -> [UInt8] {
    if let progress {
      return Array("{\"recording\":-1,\"next\":0,\"reset\":true,\"last\":true,\"progress\":\(progress)}\n".utf8)
    }
    let chunk = window.chunk(recording: recording, after: after)
    let beginning = window.strangeBeginning.map { ",\"strangeBeginning\":\"\($0)\"" } ?? ""
    let address = address.map { ",\"address\":\"\($0)\"" } ?? ""
    let head = """
      {"recording":\(window.recording),"next":\(chunk.next),"reset":\(chunk.isReset),"last":\(chunk.isLast),\
      "live":\(isLive),"forgotten":\(window.forgotten),"unread":\(window.unread),"refused":\(splitter.refused),\
      "noRoom":\(window.refusedNodes),"open":\(splitter.open.count)\(beginning)\(address)}

      """
    return Array(head.utf8) + chunk.text
  }
}
