import Dispatch
public import Foundation
public import StreamCore

extension StreamProtocol where Value == Data, Failure == FileFailure {
  /// Writes the bytes to a file, a pipe or a socket, and emits the size of each written chunk.
  ///
  ///     source       a-b-c|
  ///     write(to: …) -3-3-3|    each chunk has three bytes
  ///
  /// A chunk is written when the previous one was. Chunks that arrive meanwhile are queued without a bound, and suspend
  /// senders that can wait: a file that is the source is read as fast as the bytes are written. No thread waits for a
  /// pipe whose reader is slow; the task's thread waits for the disk. Completes when the source has completed and all
  /// bytes were written. Fails with the source, and with the system's error: `.EPIPE` if the reader has closed the
  /// pipe. The first subscription ignores `SIGPIPE` in this process unless there is a handler. Otherwise such a write
  /// would end the process.
  ///
  /// A subscription writes through a copy of the descriptor, and closes the copy at the end or on disposal. Disposal
  /// stops the current write to a pipe or a socket. The owner of the handle closes the handle. Delivers on a task.
  public func write(to handle: FileHandle) -> Signal<Int, FileFailure> {
    written(path: nil) { dup(handle.fileDescriptor) }
  }

  /// Writes the bytes to a file, which is created if necessary.
  ///
  /// Each subscription opens the file, and replaces its contents unless `appending` is true. All else is as in
  /// ``write(to:)``. A URL that names no file traps.
  public func write(to file: URL, appending: Bool = false) -> Signal<Int, FileFailure> {
    if !file.isFileURL { fatalError("`write(to:)` needs a file URL, got \(file).") }
    let path = file.path
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | (appending ? O_APPEND : O_TRUNC)
    return written(path: path) { open(path, flags, 0o666) }
  }

  private func written(path: String?, _ open: @escaping @Sendable () -> Int32) -> Signal<Int, FileFailure> {
    let source = signal
    return .deferred {
      let descriptor = open()
      guard descriptor >= 0 else { return .fail(FileFailure(errno: errno, path: path)) }
      let writer = ChunkWriter(descriptor, path)
      return source.map(awaiting: .concat) { chunk async throws(FileFailure) in try await writer.write(chunk) }
        .finally { writer.stop() }
    }
  }
}

extension StreamProtocol where Value == String, Failure == FileFailure {
  /// Writes each text and a line feed to a file, a pipe or a socket. See ``write(to:)``.
  public func writeLines(to handle: FileHandle) -> Signal<Int, FileFailure> { map(line).write(to: handle) }

  /// Writes each text and a line feed to a file. See ``write(to:appending:)``.
  public func writeLines(to file: URL, appending: Bool = false) -> Signal<Int, FileFailure> {
    map(line).write(to: file, appending: appending)
  }
}

@Sendable private func line(_ text: String) -> Data { Data((text + "\n").utf8) }

extension StreamProtocol where Value == Data, Failure == Never {
  /// Writes the bytes of a stream that cannot fail. See ``write(to:)``.
  public func write(to handle: FileHandle) -> Signal<Int, FileFailure> {
    promoteFailure(to: FileFailure.self).write(to: handle)
  }

  /// Writes the bytes of a stream that cannot fail to a file. See ``write(to:appending:)``.
  public func write(to file: URL, appending: Bool = false) -> Signal<Int, FileFailure> {
    promoteFailure(to: FileFailure.self).write(to: file, appending: appending)
  }
}

extension StreamProtocol where Value == String, Failure == Never {
  /// Writes the lines of a stream that cannot fail. See ``writeLines(to:)``.
  public func writeLines(to handle: FileHandle) -> Signal<Int, FileFailure> {
    promoteFailure(to: FileFailure.self).writeLines(to: handle)
  }

  /// Writes the lines of a stream that cannot fail to a file. See ``writeLines(to:appending:)``.
  public func writeLines(to file: URL, appending: Bool = false) -> Signal<Int, FileFailure> {
    promoteFailure(to: FileFailure.self).writeLines(to: file, appending: appending)
  }
}

/// Writes to a descriptor, one chunk at a time, and closes it.
private final class ChunkWriter: Sendable {
  private let descriptor: Int32

  /// `nil` for a regular file, which the task writes without help. Otherwise each chunk would be copied, and would pass
  /// through two more threads.
  private let io: DispatchIO?
  private let path: String?
  private let queue = DispatchQueue(label: "rill.write")

  /// A write to a pipe without a reader fails, and does not end the process.
  private static let ignoresBrokenPipes: Void = {
    if let handler = signal(SIGPIPE, SIG_IGN) { _ = signal(SIGPIPE, handler) }
  }()

  init(_ descriptor: Int32, _ path: String?) {
    Self.ignoresBrokenPipes
    io =
      isRegularFile(descriptor)
      ? nil : DispatchIO(type: .stream, fileDescriptor: descriptor, queue: queue) { _ in close(descriptor) }
    self.descriptor = descriptor
    self.path = path
  }

  deinit { if io == nil { close(descriptor) } }

  /// Returns the number of bytes when all of them were written.
  func write(_ chunk: Data) async throws(FileFailure) -> Int {
    let error = await withUnsafeContinuation { (continuation: UnsafeContinuation<Int32, Never>) in
      guard let io else { return continuation.resume(returning: chunk.withUnsafeBytes(writeToFile)) }
      let bytes = chunk.withUnsafeBytes { DispatchData(bytes: $0) }
      io.write(offset: 0, data: bytes, queue: queue) { isDone, _, error in
        if isDone { continuation.resume(returning: error) }
      }
    }
    guard error == 0 else { throw FileFailure(errno: error, path: path) }
    return chunk.count
  }

  /// Returns the system's error, or 0.
  private func writeToFile(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    var written = 0
    while written < bytes.count {
      let count = Foundation.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
      if count < 0, errno != EINTR { return errno }
      written += max(0, count)
    }
    return 0
  }

  /// Stops the current write to a pipe or a socket, if the stream ended during that write.
  func stop() { io?.close(flags: .stop) }
}
