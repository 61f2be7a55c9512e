import Foundation
import Rill
import StreamTesting
import TestSupport
import Testing

@Suite struct WritingTests {
  private let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).txt")

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
