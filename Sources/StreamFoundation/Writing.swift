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
    written(path: nil) { Descriptor.copy(handle.fileDescriptor) }
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
      guard let descriptor = Descriptor(open()) else { return .fail(FileFailure(errno: errno, path: path)) }
      let writer = ChunkWriter(descriptor, path)
      return source.map(awaiting: .concat) { chunk async throws(FileFailure) in try await writer.write(chunk) }
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

/// Writes to a descriptor, one chunk at a time.
private final class ChunkWriter: Sendable {
  private let descriptor: Descriptor
  private let path: String?

  /// The number of bytes that a pipe takes without blocking when it is ready.
  private let limit: Int

  /// A write to a pipe without a reader fails, and does not end the process.
  private static let ignoresBrokenPipes: Void = {
    if let handler = signal(SIGPIPE, SIG_IGN) { _ = signal(SIGPIPE, handler) }
  }()

  init(_ descriptor: Descriptor, _ path: String?) {
    Self.ignoresBrokenPipes
    limit = StoreFile.isFile(descriptor.number) ? .max : Int(PIPE_BUF)
    (self.descriptor, self.path) = (descriptor, path)
  }

  /// Returns the number of bytes when all of them were written.
  func write(_ chunk: Data) async throws(FileFailure) -> Int {
    var written = 0
    while written < chunk.count, !Task.isCancelled {
      guard descriptor.isReady(for: POLLOUT) else {
        await waitForCapacity()
        continue
      }
      let count = chunk.withUnsafeBytes {
        Foundation.write(descriptor.number, $0.baseAddress! + written, min($0.count - written, limit))
      }
      let error = errno
      if count >= 0 {
        written += count
      } else if error == EAGAIN {
        await waitForCapacity()
      } else if error != EINTR {
        throw FileFailure(errno: error, path: path)
      }
    }
    return written
  }

  private func waitForCapacity() async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        descriptor.wait(for: POLLOUT) { continuation.resume() }
        if Task.isCancelled { descriptor.endWait() }
      }
    } onCancel: {
      descriptor.endWait()
    }
  }
}
