import Foundation
import Rill
import StreamTesting
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct ChunksTests {
  @Test func aFileInPieces() async throws {
    let file = try TemporaryFile("one two three")
    let recorder = Recorder(Signal.contents(of: file.url, size: 5).map { String(decoding: $0, as: UTF8.self) })
    let end = await recorder.waitForEnd()
    #expect(end == .completed)
    #expect(recorder.values.joined() == "one two three")
    #expect(recorder.values == ["one t", "wo th", "ree"])
  }

  @Test func aFileWhoseLengthIsAMultipleOfThePiece() async throws {
    let file = try TemporaryFile("abcdef")
    let recorder = Recorder(Signal.contents(of: file.url, size: 3))
    let end = await recorder.waitForEnd()
    #expect(end == .completed)
    #expect(recorder.values == [Data("abc".utf8), Data("def".utf8)])
  }

  @Test func theWholeOfItInOneValue() async throws {
    let text = String(repeating: "0123456789", count: 30_000)
    let file = try TemporaryFile(text)
    let recorder = Recorder(Signal.contents(of: file.url).reduce(Data()) { $0 + $1 })
    let end = await recorder.waitForEnd()
    #expect(end == .completed)
    #expect(recorder.values == [Data(text.utf8)])
  }

  @Test func anEmptyFileOnlyCompletes() async throws {
    let file = try TemporaryFile("")
    let recorder = Recorder(Signal.contents(of: file.url))
    let end = await recorder.waitForEnd()
    #expect(end == .completed)
    #expect(recorder.values.isEmpty)
  }

  @Test func everySubscriberReadsFromTheStart() async throws {
    let file = try TemporaryFile("again")
    let contents = Signal.contents(of: file.url)
    for _ in 0..<2 {
      let recorder = Recorder(contents)
      await recorder.waitForEnd()
      #expect(recorder.values == [Data("again".utf8)])
    }
  }

  @Test func aFileThatCannotBeOpenedFailsWithTheReason() async throws {
    let missing = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    let recorder = Recorder(Signal.contents(of: missing))
    let end = await recorder.waitForEnd()
    #expect(end == .failed(FileFailure(.ENOENT, path: missing.path)))
    #expect(FileFailure(.ENOENT, path: "/no").description == "/no: No such file or directory")
  }

  @Test func aFileThatCannotBeReadFailsWithTheReason() async throws {
    let folder = FileManager.default.temporaryDirectory
    let recorder = Recorder(Signal.contents(of: folder))
    let end = await recorder.waitForEnd()
    #expect(end == .failed(FileFailure(.EISDIR, path: folder.path)))
  }

  @Test func aFailureIsNotTakenForThatOfTheNextFileWithItsNumber() async throws {
    let file = try TemporaryFile("text")
    let ends = await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          var ends: [Completion<FileFailure>] = []
          for _ in 0..<50 {
            await Recorder(Signal.contents(of: FileManager.default.temporaryDirectory)).waitForEnd()
            ends.append(await Recorder(Signal.contents(of: file.url)).waitForEnd())
          }
          return ends
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(ends.filter { $0 != .completed }.isEmpty)
  }

  @Test func aConsumerWithoutCapacitySuspendsTheReading() async throws {
    let file = try TemporaryFile(String(repeating: "0123456789", count: 1_000))
    let contents = Signal.contents(of: file.url, size: 10)
    let read = MutableProperty(0)
    var pieces = contents.on(next: { _ in read.modify { $0 += 1 } }).values(buffering: .suspending(2))
      .makeAsyncIterator()
    for taken in 1...5 {
      _ = try await pieces.next()
      // As long as another reader takes for the whole file.
      #expect(try await contents.collect.count == 1_000)
      #expect(read.value <= taken + 3)
    }
    var rest = 0
    while try await pieces.next() != nil { rest += 1 }
    #expect(rest == 995)
  }

  @Test func disposingASuspendedReaderReleasesIt() async throws {
    let file = try TemporaryFile(String(repeating: "0123456789", count: 1_000))
    weak var captured: LifetimeToken?
    do {
      let token = LifetimeToken()
      captured = token
      var pieces = Signal.contents(of: file.url, size: 10).on(next: { _ in token.touch() }).values(
        buffering: .suspending(1)
      )
      .makeAsyncIterator()
      _ = try await pieces.next()
    }
    // The descriptor's queue may still hold the reader for a moment.
    var turns = 0
    while captured != nil, turns < 100_000 {
      await Task.yield()
      turns += 1
    }
    #expect(captured == nil)
  }

  @Test func aPipeIsReadAsItIsWritten() async throws {
    let pipe = Pipe()
    let recorder = Recorder(pipe.fileHandleForReading.chunks().map { String(decoding: $0, as: UTF8.self) })
    try pipe.fileHandleForWriting.write(contentsOf: Data("one".utf8))
    await recorder.waitForValues(1)
    #expect(recorder.values == ["one"])
    try pipe.fileHandleForWriting.write(contentsOf: Data("two".utf8))
    await recorder.waitForValues(2)
    try pipe.fileHandleForWriting.close()
    let end = await recorder.waitForEnd()
    #expect(end == .completed)
    #expect(recorder.values == ["one", "two"])
  }

  @Test func aClosedHandleFails() async throws {
    let pipe = Pipe()
    let unreadable = pipe.fileHandleForWriting
    let recorder = Recorder(unreadable.chunks())
    let end = await recorder.waitForEnd()
    #expect(end == .failed(FileFailure(.EBADF)))
  }

  @Test func disposingClosesASilentPipe() async throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    // Only the subscription has the reading end when the handle is gone.
    let subscription = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true).chunks()
      .subscribe(next: { _ in }, failed: { _ in })
    subscription.dispose()
    // Waits until the system reports that the pipe has lost its reader.
    var writer = pollfd(fd: ends[1], events: 0, revents: 0)
    #expect(poll(&writer, 1, -1) == 1)
    #expect(writer.revents & Int16(POLLERR) != 0)
    close(ends[1])
  }

  /// Dispatch crashes now and then in such a program on Linux.
  @Test func pipesWhoseOtherEndIsClosedMeanwhile() async throws {
    let counts = try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          var count = 0
          for _ in 0..<50 {
            let pipe = Pipe()
            let bytes = Recorder(pipe.fileHandleForReading.chunks().reduce(0) { $0 + $1.count })
            try pipe.fileHandleForWriting.write(contentsOf: Data("one".utf8))
            try pipe.fileHandleForWriting.close()
            _ = await bytes.waitForEnd()
            count += bytes.values[0]
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(counts == 600)
  }

  @Test func aNamedPipeWaitsForItsFirstWriter() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("rill-\(UUID())")
    try #require(mkfifo(file.path, 0o600) == 0)
    defer { try? FileManager.default.removeItem(at: file) }
    let recorder = Recorder(Signal.contents(of: file).map { String(decoding: $0, as: UTF8.self) })
    let written = try await Signal<String, Never>(["one"]).writeLines(to: FileHandle(forWritingTo: file)).collect
    #expect(written == [4])
    let end = await recorder.waitForEnd()
    #expect(end == .completed)
    #expect(recorder.values == ["one\n"])
  }

  /// Otherwise `print` would lose its text when standard input and output are the same terminal.
  @Test func theDescriptorStaysBlockingForOthers() async throws {
    let pipe = Pipe()
    let recorder = Recorder(pipe.fileHandleForReading.chunks())
    let writer = Recorder(Signal<Data, Never>([Data("one".utf8)]).write(to: pipe.fileHandleForWriting))
    await recorder.waitForValues(1)
    _ = await writer.waitForEnd()
    for handle in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      #expect(fcntl(handle.fileDescriptor, F_GETFL) & O_NONBLOCK == 0)
    }
    recorder.dispose()
  }

  /// Otherwise a process that was started meanwhile would keep a pipe open after its last writer has closed it.
  @Test func aProcessThatIsStartedDoesNotInheritTheCopies() async throws {
    let pipe = Pipe()
    let source = Subject<Data, Never>()
    let reader = Recorder(pipe.fileHandleForReading.chunks())
    let writer = Recorder(source.write(to: pipe.fileHandleForWriting))
    source.send(Data("one".utf8))
    await reader.waitForValues(1)
    var ends = stat()
    let handles = [pipe.fileHandleForReading.fileDescriptor, pipe.fileHandleForWriting.fileDescriptor]
    try #require(fstat(handles[0], &ends) == 0)
    let copies = (Int32(0)..<1_000).filter { number in
      var file = stat()
      return fstat(number, &file) == 0 && file.st_dev == ends.st_dev && file.st_ino == ends.st_ino
        && !handles.contains(number)
    }
    #expect(copies.count == 2)
    #expect(copies.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
    reader.dispose()
    writer.dispose()
  }

  @Test func disposingInAHandlerStopsReading() async throws {
    let file = try TemporaryFile(String(repeating: "x", count: 10_000))
    let recorder = Recorder(Signal.contents(of: file.url, size: 10).take(3))
    let end = await recorder.waitForEnd()
    #expect(end == .completed)
    #expect(recorder.values.count == 3)
  }
}

/// A file that goes with its last reference.
final class TemporaryFile: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("rill-\(UUID()).txt")

  init(_ text: String) throws { try Data(text.utf8).write(to: url) }

  deinit { try? FileManager.default.removeItem(at: url) }
}

private final class LifetimeToken: Sendable {
  func touch() {}
}
