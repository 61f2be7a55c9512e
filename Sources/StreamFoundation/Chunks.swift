import Dispatch
public import Foundation
public import StreamCore

extension Signal where Value == Data, Failure == FileFailure {
  /// The contents of a file, in chunks.
  ///
  ///     contents(of: file)  -a-b-c|
  ///
  /// Each subscriber opens the file and reads it from the start, on a separate queue. Delivers on that queue. The next
  /// chunk is read when the previous one was delivered, so one chunk of at most `size` bytes is kept at a time.
  /// Consumers under ``BufferPolicy/suspending(_:)`` and operators with asynchronous closures suspend the reading.
  /// Completes at the end of the file. Fails with the system's error if the file cannot be opened or read. The file is
  /// closed at the end or on disposal. A size below 1 traps, and so does a URL that names no file.
  ///
  /// To read the file as one value, use `contents(of: file).reduce(Data()) { $0 + $1 }`.
  public static func contents(of file: URL, size: Int = 64 * 1_024) -> Signal {
    if !file.isFileURL { fatalError("`contents(of:)` needs a file URL, got \(file).") }
    requirePositive(size)
    let path = file.path
    return Signal(attaching: { sink, subscription in
      let queue = DispatchQueue(label: "rill.read")
      queue.async {
        guard subscription.isActive else { return }
        // Non-blocking. Otherwise a named pipe without a writer would block this thread forever.
        ChunkReader.start(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), path, size, queue, sink, subscription)
      }
    })
  }
}

extension FileHandle {
  /// The bytes of a file, a pipe or a socket, in chunks, as they arrive.
  ///
  ///     chunks()  ---a--b-----c|
  ///
  /// Reads on a separate queue, and delivers on it. The next chunk is read when the previous one was delivered and
  /// consumers that suspend their senders have capacity. No thread waits for a silent pipe. Completes at the end of the
  /// file; for a pipe, when the last writer has closed it. Fails with the system's error. A size below 1 traps.
  ///
  /// A subscription reads through a copy of the descriptor, and closes the copy at the end or on disposal. The owner of
  /// the handle closes the handle. Two subscriptions to one handle share its file offset, so each byte goes to one of
  /// them. (ReactiveObjC begins to read when the stream is made, keeps all bytes, and cannot be stopped.)
  public func chunks(ofAtMost size: Int = 64 * 1_024) -> Signal<Data, FileFailure> {
    requirePositive(size)
    return Signal(attaching: { sink, subscription in
      let queue = DispatchQueue(label: "rill.read")
      ChunkReader.start(dup(self.fileDescriptor), nil, size, queue, sink, subscription)
    })
  }
}

private func requirePositive(_ size: Int) {
  if size <= 0 { fatalError("The size of a chunk needs to be 1 or more, got \(size).") }
}

/// The error of a descriptor that cannot be read.
///
/// It is checked before Dispatch uses the descriptor. Dispatch closes such a descriptor before it removes it from its
/// table, and would confuse it with the next file of that number.
private func reasonNotToRead(_ descriptor: Int32) -> Int32? {
  guard descriptor >= 0 else { return errno }
  var status = stat()
  let flags = fcntl(descriptor, F_GETFL)
  guard flags >= 0, fstat(descriptor, &status) == 0 else { return errno }
  if status.st_mode & S_IFMT == S_IFDIR { return EISDIR }
  return flags & O_ACCMODE == O_WRONLY ? EBADF : nil
}

/// Whether reads and writes wait only for the disk, not for the other end of a pipe.
func isRegularFile(_ descriptor: Int32) -> Bool {
  var status = stat()
  return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// Reads a descriptor, one chunk at a time, and closes it.
private final class ChunkReader: Sendable {
  private let descriptor: Int32

  /// `nil` for a regular file, which the queue reads without help. Otherwise each chunk would be copied, and would pass
  /// through two more threads.
  private let io: DispatchIO?
  private let path: String?
  private let size: Int
  private let queue: DispatchQueue
  private let sink: Sink<Data, FileFailure>
  private let subscription: Subscription
  private let backpressure = Backpressure()

  /// The number of bytes of the current chunk that have arrived.
  ///
  /// Guarded by: `queue`.
  nonisolated(unsafe) private var received = 0

  static func start(
    _ descriptor: Int32, _ path: String?, _ size: Int, _ queue: DispatchQueue,
    _ sink: Sink<Data, FileFailure>, _ subscription: Subscription
  ) {
    if let error = reasonNotToRead(descriptor) {
      if descriptor >= 0 { close(descriptor) }
      if subscription.isActive { sink.end(.failed(FileFailure(errno: error, path: path))) }
      return
    }
    let reader = ChunkReader(descriptor, path, size, queue, sink, subscription)
    subscription.add { [io = reader.io, backpressure = reader.backpressure] in
      io?.close(flags: .stop)
      backpressure.removeCallback()
    }
    queue.async { reader.read() }
  }

  private init(
    _ descriptor: Int32, _ path: String?, _ size: Int, _ queue: DispatchQueue,
    _ sink: Sink<Data, FileFailure>, _ subscription: Subscription
  ) {
    io =
      isRegularFile(descriptor)
      ? nil : DispatchIO(type: .stream, fileDescriptor: descriptor, queue: queue) { _ in close(descriptor) }
    // The bytes of a pipe are delivered as they arrive.
    io?.setLimit(lowWater: 1)
    (self.descriptor, self.path, self.size, self.queue) = (descriptor, path, size, queue)
    (self.sink, self.subscription) = (sink, subscription)
  }

  deinit { if io == nil { close(descriptor) } }

  private func read() {
    guard let io else { return readFile() }
    io.read(offset: 0, length: size, queue: queue) { isDone, bytes, error in
      self.take(isDone, bytes, error)
    }
  }

  private func readFile() {
    while subscription.isActive {
      let bytes = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 1)
      let count = Foundation.read(descriptor, bytes, size)
      guard count > 0 else {
        let error = errno
        bytes.deallocate()
        if count < 0, error == EINTR { continue }
        return sink.end(count == 0 ? .completed : .failed(FileFailure(errno: error, path: path)))
      }
      let piece = Data(bytesNoCopy: bytes, count: count, deallocator: .custom { bytes, _ in bytes.deallocate() })
      backpressure.during { sink.next(piece) }
      if waitsForCapacity() { return }
    }
  }

  private func take(_ isDone: Bool, _ bytes: DispatchData?, _ error: Int32) {
    if let bytes, !bytes.isEmpty, subscription.isActive {
      received += bytes.count
      let piece = bytes.withUnsafeBytes { Data(bytes: $0 as UnsafePointer<UInt8>, count: bytes.count) }
      backpressure.during { sink.next(piece) }
    }
    guard isDone, subscription.isActive else { return }
    if error != 0 {
      sink.end(.failed(FileFailure(errno: error, path: path)))
    } else if received < size {
      // A short read is the end of the file.
      sink.end(.completed)
    } else {
      received = 0
      if !waitsForCapacity() { read() }
    }
  }

  /// Whether a consumer that suspends its senders has no capacity. Then the next chunk is read when it has.
  private func waitsForCapacity() -> Bool {
    guard backpressure.isSuspended, backpressure.callBack({ self.queue.async { self.read() } }) else { return false }
    if !subscription.isActive { backpressure.removeCallback() }
    return true
  }
}
