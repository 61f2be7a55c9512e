import Foundation
import Rill
import StreamTesting
import TestSupport
import Testing

@Suite struct WritingTests {
  private let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).txt")

  @Test func picture() async {
    defer { try? FileManager.default.removeItem(at: file) }
    let source = Signal<Data, Never>(["abc", "def", "ghi"].map { Data($0.utf8) })
    let recorder = Recorder(source.write(to: file))
    await recorder.waitForEnd()
    #expect(recorder.events == [.next(3), .next(3), .next(3), .completed])
  }

  @Test func randomTextsAreWrittenAsByJoiningThem() async throws {
    defer { try? FileManager.default.removeItem(at: file) }
    var state: UInt64 = 37
    func below(_ limit: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % limit)
    }
    let characters = Array("aé\u{1F600}\n")
    for _ in 0..<50 {
      let texts = (0..<below(10)).map { _ in String((0..<below(20)).map { _ in characters[below(4)] }) }
      let counts = try await Signal<String, Never>(texts).writeLines(to: file).collect
      #expect(counts == texts.map { $0.utf8.count + 1 })
      // `String(contentsOf:)` leaks a buffer for an empty file.
      let written = try FileHandle(forReadingFrom: file).readToEnd() ?? Data()
      #expect(String(decoding: written, as: UTF8.self) == texts.map { $0 + "\n" }.joined())
    }
  }

  /// In virtual time, as the suite of `map(awaiting:)`: a regular file is written on the task itself.
  @Test func battery() {
    let time = TestScheduler()
    let file = file
    defer { try? FileManager.default.removeItem(at: file) }
    for appending in [false, true] {
      Battery.check("write(to:)", .usesTime(time), .changesFailure) { (input: Signal<Int, TestFailure>) in
        input.mapFailure { _ in FileFailure(.EIO) }.deliver(on: time).map { Data("\($0)\n".utf8) }
          .write(to: file, appending: appending)
      }
      Battery.check("writeLines(to:)", .usesTime(time)) { (input: Signal<Int, Never>) in
        input.deliver(on: time).map { "\($0)" }.writeLines(to: file, appending: appending)
      }
    }
  }

  @Test func theDescriptorIsClosedAtTheEndAndOnDisposal() async throws {
    for isDisposed in [false, true] {
      let source = Subject<Data, Never>()
      // The reader completes when every copy of the writing end is closed.
      let pipe = Pipe()
      let recorder = Recorder(source.write(to: pipe.fileHandleForWriting))
      try pipe.fileHandleForWriting.close()
      source.send(Data("a".utf8))
      await recorder.waitForValues(1)
      if isDisposed { recorder.dispose() } else { source.complete() }
      #expect(try await pipe.fileHandleForReading.chunks().reduce(0) { $0 + $1.count }.single == 1)
    }
  }

  @Test func aURLThatNamesNoFileTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = Signal<Data, Never>.empty.write(to: URL(string: "https://example.org")!)
    }
  }

  @Test func linesAreWrittenToAFileAndReadBack() async throws {
    defer { try? FileManager.default.removeItem(at: file) }
    let lines = (0..<500).map { "line \($0)" }
    let counts = try await Signal<String, Never>(lines).writeLines(to: file).collect
    #expect(counts == lines.map { $0.utf8.count + 1 })
    #expect(try await Signal.contents(of: file).lines().collect == lines)
  }

  @Test func aFileIsReplacedUnlessItIsAppendedTo() async throws {
    defer { try? FileManager.default.removeItem(at: file) }
    for appending in [false, false, true] {
      _ = try await Signal<String, Never>(["a", "b"]).writeLines(to: file, appending: appending).collect
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == "a\nb\na\nb\n")
  }

  @Test func aPipeWithASlowReaderSuspendsTheSource() async throws {
    let pipe = Pipe()
    let read = MutableProperty(0)
    // More than the capacity of a pipe.
    let elements = AsyncStream<Data> { continuation in
      for _ in 0..<100 { continuation.yield(Data(repeating: 1, count: 10_000)) }
      continuation.finish()
    }
    let source = Signal(elements).on(next: { _ in read.modify { $0 += 1 } })
    let recorder = Recorder(source.write(to: pipe.fileHandleForWriting))
    await recorder.waitForValues(3)
    #expect(read.value < 50)
    try pipe.fileHandleForWriting.close()
    let bytes = try await pipe.fileHandleForReading.chunks().reduce(0) { $0 + $1.count }.single
    #expect(bytes == 1_000_000)
    let end = await recorder.waitForEnd()
    #expect(end == .completed)
    #expect(recorder.values.count == 100)
  }

  @Test func disposingEndsAWriteThatWaitsForItsReader() async throws {
    let pipe = Pipe()
    let recorder = Recorder(
      Signal<Data, Never>([Data(repeating: 1, count: 1_000_000)]).write(to: pipe.fileHandleForWriting))
    try pipe.fileHandleForWriting.close()
    _ = try await pipe.fileHandleForReading.chunks().take(1).collect
    recorder.dispose()
    // The copy of the writing end is closed. Otherwise this would wait forever.
    _ = try await pipe.fileHandleForReading.chunks().ignoreValues().collect
    #expect(recorder.events.isEmpty)
  }

  @Test func aPipeWithoutAReaderFails() async throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let recorder = Recorder(Signal<Data, Never>([Data("text".utf8)]).write(to: pipe.fileHandleForWriting))
    let end = await recorder.waitForEnd()
    #expect(end == .failed(FileFailure(.EPIPE)))
  }

  @Test func aFileThatCannotBeOpenedFailsWithTheReason() {
    let folder = FileManager.default.temporaryDirectory
    let recorder = Recorder(Signal<Data, Never>.empty.write(to: folder))
    #expect(recorder.completion == .failed(FileFailure(.EISDIR, path: folder.path)))
  }

  @Test func aFailureOfTheSourcePasses() async {
    defer { try? FileManager.default.removeItem(at: file) }
    let recorder = Recorder(Signal<Data, FileFailure>.fail(FileFailure(.EIO)).write(to: file))
    let end = await recorder.waitForEnd()
    #expect(end == .failed(FileFailure(.EIO)))
  }
}
