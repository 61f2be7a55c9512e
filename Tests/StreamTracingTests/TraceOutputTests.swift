import Foundation
import Rill
import TestSupport
import Testing

@testable import StreamTracing

/// The output of a recording, and the program's behaviour when the output fails.
extension TraceTests {
  /// A value that takes 120 characters, so that the buffers of a socket are soon full.
  private func long(_ number: Int) -> String { "\(number) " + String(repeating: "x", count: 110) }

  @Test func anOutputThatCannotBeOpenedNamesTheRemedy() throws {
    // The port is free again when the peer has been released.
    let port = try Peer().port
    let unheard = #expect(throws: TraceError.self) { try Trace.start(to: .address(port: port)) }
    #expect(unheard?.description.contains("Nothing listens at 127.0.0.1:\(port)") == true)
    #expect(unheard?.description.hasSuffix("Start the inspector first: inspect --listen 127.0.0.1:\(port)") == true)
    let unwritten = #expect(throws: TraceError.self) { try Trace.start(to: .file("/nowhere/r.jsonl")) }
    #expect(unwritten?.description.hasPrefix("The recording cannot be written to /nowhere/r.jsonl") == true)
  }

  @Test(.timeLimit(.minutes(2)))
  func aPeerThatDoesNotReadDelaysNeitherASendNorTheEnd() throws {
    let peer = try Peer()
    try Trace.start(to: .address(port: peer.port), capacity: 2_000)
    let texts = Subject<String, Never>()
    texts.subscribe { _ in }
    for number in 0..<40_000 { texts.send(long(number)) }
    #expect(Trace.stop().lost > 0)
  }

  @Test(.timeLimit(.minutes(2)))
  func aPeerThatReadsAgainReceivesTheCountOfMissingEvents() throws {
    let peer = try Peer()
    try Trace.start(to: .address(port: peer.port), capacity: 2_000)
    let texts = Subject<String, Never>()
    texts.subscribe { _ in }
    for number in 0..<40_000 { texts.send(long(number)) }
    let reading = peer.readToTheEnd()
    Trace.stop()
    let lines = RecordedLines(reading.wait())
    #expect(lines.lost > 0)
    #expect(lines.eventCount + lines.lost >= 80_000)
    #expect(lines.strangers.isEmpty)
    withExtendedLifetime(texts) {}
  }

  @Test func aRecordingWhosePeerIsGoneKeepsNoMoreThanItsCapacity() throws {
    let peer = try Peer()
    try Trace.start(to: .address(port: peer.port), capacity: 1_000)
    peer.close()
    subscribeAgainAndAgain(20_000)
    #expect(Recorder.shared.unwrittenCount < 20_000)
    let recording = Trace.stop()
    #expect(recording.lost > 0)
    #expect(recording.nodes.count < 10_000)
  }

  @Test func aRecordingWhosePeerDoesNotReadKeepsNoMoreThanItsCapacity() throws {
    let peer = try Peer()
    try Trace.start(to: .address(port: peer.port), capacity: 1_000)
    subscribeAgainAndAgain(20_000)
    #expect(Recorder.shared.unwrittenCount < 20_000)
    let reading = peer.readToTheEnd()
    Trace.stop()
    let lines = RecordedLines(reading.wait())
    #expect(lines.strangers.isEmpty)
    #expect(lines.alive.isEmpty)
  }

  private func subscribeAgainAndAgain(_ count: Int) {
    let numbers = Subject<Int, Never>()
    for number in 0..<count {
      let subscription = numbers.map { $0 + 1 }.subscribe { _ in }
      numbers.send(number)
      subscription.dispose()
    }
  }

  @Test func aPropertyThatKeepsChangingItsInputsDoesNotMakeTheRecordingGrow() {
    Trace.start(capacity: 1_000)
    let (chooses, one, other) = (MutableProperty(false), MutableProperty(1), MutableProperty(2))
    let chosen = Property { chooses.value ? one.value : other.value }
    let watching = chosen.subscribe { _ in }
    for _ in 0..<10_000 { chooses.value.toggle() }
    watching.dispose()
    #expect(Trace.stop().edges.count < 5_000)
  }

  /// Threads keep making subjects while the recording is written.
  @Test func aNodeIsWrittenBeforeItsEvents() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Trace.start(to: .file(path))
    let scope = TraceScope.current
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      TraceScope.$current.withValue(scope) { subscribeAgainAndAgain(4_000) }
    }
    Trace.stop()
    let lines = RecordedLines(try String(contentsOfFile: path, encoding: .utf8))
    #expect(lines.eventCount > 1_000)
    #expect(lines.strangers.isEmpty)
  }

  @Test func aFileHasTheNodesThatWereMadeBeforeItWasBegun() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let numbers = Subject<Int, Never>()
    numbers.map { $0 + 1 }.subscribe { _ in }
    try Trace.start(to: .file(path))
    numbers.send(1)
    Trace.stop()
    let lines = RecordedLines(try String(contentsOfFile: path, encoding: .utf8))
    #expect(lines.eventCount >= 3)
    #expect(lines.strangers.isEmpty)
    #expect(lines.edgeCount >= 2)
    withExtendedLifetime(numbers) {}
  }

  /// The second recording ends the first one, whose file has the nodes then.
  @Test func twoThreadsThatStartRecordingsEndOneAfterTheOther() throws {
    let folder = FileManager.default.temporaryDirectory
    let paths = (0..<2).map { _ in folder.appendingPathComponent("\(UUID()).jsonl").path }
    defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
    let (numbers, scope) = (Subject<Int, Never>(), TraceScope.current)
    numbers.subscribe { _ in }
    for _ in 0..<50 {
      DispatchQueue.concurrentPerform(iterations: 2) { index in
        TraceScope.$current.withValue(scope) { try? Trace.start(to: .file(paths[index])) }
      }
      Trace.stop()
      for path in paths {
        #expect(RecordedLines(try String(contentsOfFile: path, encoding: .utf8)).edgeCount >= 1)
      }
    }
    withExtendedLifetime(numbers) {}
  }

  @Test func aSharedRecordingNeitherReplacesNorEndsAnother() {
    let (isOver, lost) = (Lock(false), Lock(0))
    let (scope, other) = (TraceScope.current, TraceScope())
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      if index == 1 {
        while !isOver.withLock({ $0 }) { other.record {} }
        return
      }
      TraceScope.$current.withValue(scope) {
        for _ in 0..<3_000 {
          Trace.start()
          let numbers = Subject<Int, Never>()
          numbers.subscribe { _ in }
          for number in 0..<20 { numbers.send(number) }
          if Trace.stop().events.count < 40 { lost.withLock { $0 += 1 } }
        }
      }
      isOver.withLock { $0 = true }
    }
    other.end()
    #expect(lost.withLock { $0 } == 0)
  }

  @Test func aFileHasTheCountOfTheEventsThatCouldNotBeKept() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Trace.start(to: .file(path), capacity: 1_000)
    let numbers = Subject<Int, Never>()
    numbers.subscribe { _ in }
    for number in 0..<20_000 { numbers.send(number) }
    Trace.stop()
    let lines = RecordedLines(try String(contentsOfFile: path, encoding: .utf8))
    #expect(lines.eventCount + lines.lost >= 40_000)
    withExtendedLifetime(numbers) {}
  }

  @Test(.long) func oneCharacterOfAMillionScalarsIsCut() throws {
    Trace.start()
    let texts = Subject<String, Never>()
    texts.subscribe { _ in }
    texts.send("e" + String(repeating: "\u{301}", count: 1_000_000))
    let recording = Trace.stop()
    #expect(recording.events.allSatisfy { ($0.value?.utf8.count ?? 0) < 1_000 })
    withExtendedLifetime(texts) {}
  }
}

/// A recording as a reader takes it: line by line.
private struct RecordedLines {
  private(set) var eventCount = 0
  private(set) var edgeCount = 0
  private(set) var lost = 0

  /// The lines about nodes that no earlier line has introduced.
  private(set) var strangers: [String] = []
  private var known: Set<Int> = []

  /// The nodes of this file that are not gone.
  private(set) var alive: Set<Int> = []

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      guard let fields = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let kind = fields["is"] as? String
      else {
        strangers.append(String(line))
        continue
      }
      let nodes = ["node", "from", "to"].compactMap { fields[$0] as? Int }
      switch kind {
      case "recording": break
      case "lost": lost += fields["count"] as? Int ?? 0
      case "node":
        known.formUnion(nodes)
        if (fields["place"] as? String)?.contains("TraceOutputTests") == true { alive.formUnion(nodes) }
      default:
        if !known.isSuperset(of: nodes) { strangers.append(String(line)) }
        if kind == "gone" { alive.subtract(nodes) }
        if kind == "edge" { edgeCount += 1 }
        if fields["event"] != nil { eventCount += 1 }
      }
    }
  }
}

/// A listener on this machine that reads only when it is asked to.
private final class Peer: Sendable {
  let port: UInt16
  private let listener: Int32
  private struct NoSocket: Error {}

  init() throws {
    #if canImport(Darwin)
      listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var bytes: Int32 = 4_096
    setsockopt(listener, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 1) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw NoSocket() }
    port = UInt16(bigEndian: address.sin_port)
  }

  /// Resets the connection.
  func close() {
    let connection = accept(listener, nil, nil)
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    closeDescriptor(connection)
  }

  /// Reads on another thread until the recorder closes the connection.
  func readToTheEnd() -> Reading {
    let reading = Reading()
    let connection = accept(listener, nil, nil)
    Thread.detachNewThread {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = recv(connection, &buffer, buffer.count, 0), count > 0 { bytes += buffer[..<count] }
      closeDescriptor(connection)
      reading.end(bytes)
    }
    return reading
  }

  deinit { closeDescriptor(listener) }

  final class Reading: Sendable {
    private let isOver = DispatchSemaphore(value: 0)
    /// Guarded by: the semaphore (written before it is signalled).
    nonisolated(unsafe) private var bytes: [UInt8] = []

    func end(_ bytes: [UInt8]) {
      self.bytes = bytes
      isOver.signal()
    }

    func wait() -> String {
      isOver.wait()
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}

private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
