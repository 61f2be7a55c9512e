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
        // Non-blocking. Otherwise a named pipe without a writer would block this thread in `open` forever.
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
  /// the handle closes the handle. Two subscriptions to one handle share its file offset. So each byte goes to one of
  /// them, and a thread of the other may wait for the next byte. (ReactiveObjC begins to read when the stream is made,
  /// keeps all bytes, and cannot be stopped.)
  public func chunks(ofAtMost size: Int = 64 * 1_024) -> Signal<Data, FileFailure> {
    requirePositive(size)
    return Signal(attaching: { sink, subscription in
      let queue = DispatchQueue(label: "rill.read")
      ChunkReader.start(Descriptor.copy(self.fileDescriptor), nil, size, queue, sink, subscription)
    })
  }
}

private func requirePositive(_ size: Int) {
  if size <= 0 { fatalError("The size of a chunk needs to be 1 or more, got \(size).") }
}

/// Reads a descriptor, one chunk at a time. Only `queue` calls it.
private final class ChunkReader: Sendable {
  private let descriptor: Descriptor
  private let path: String?
  private let size: Int
  private let queue: DispatchQueue
  private let sink: Sink<Data, FileFailure>
  private let subscription: Subscription
  private let backpressure = Backpressure()

  static func start(
    _ number: Int32, _ path: String?, _ size: Int, _ queue: DispatchQueue,
    _ sink: Sink<Data, FileFailure>, _ subscription: Subscription
  ) {
    guard let descriptor = Descriptor(readable: number) else {
      if subscription.isActive { sink.end(.failed(FileFailure(errno: errno, path: path))) }
      return
    }
    let reader = ChunkReader(descriptor, path, size, queue, sink, subscription)
    subscription.add { [backpressure = reader.backpressure] in
      descriptor.endWait()
      backpressure.removeCallback()
    }
    queue.async { reader.read() }
  }

  private init(
    _ descriptor: Descriptor, _ path: String?, _ size: Int, _ queue: DispatchQueue,
    _ sink: Sink<Data, FileFailure>, _ subscription: Subscription
  ) {
    (self.descriptor, self.path, self.size, self.queue) = (descriptor, path, size, queue)
    (self.sink, self.subscription) = (sink, subscription)
  }

  private func read() {
    while subscription.isActive {
      guard descriptor.isReady(for: POLLIN) else { return waitForBytes() }
      let bytes = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 1)
      let count = Foundation.read(descriptor.number, bytes, size)
      let error = errno
      guard count > 0 else {
        bytes.deallocate()
        if count < 0, error == EINTR { continue }
        if count < 0, error == EAGAIN { return waitForBytes() }
        return sink.end(count == 0 ? .completed : .failed(FileFailure(errno: error, path: path)))
      }
      let piece = chunk(bytes, count)
      backpressure.during { sink.next(piece) }
      if waitsForCapacity() { return }
    }
  }

  /// A full chunk keeps its memory. Another would keep more than its bytes.
  private func chunk(_ bytes: UnsafeMutableRawPointer, _ count: Int) -> Data {
    if count == size {
      return Data(bytesNoCopy: bytes, count: count, deallocator: .custom { bytes, _ in bytes.deallocate() })
    }
    defer { bytes.deallocate() }
    return Data(bytes: bytes, count: count)
  }

  private func waitForBytes() {
    descriptor.wait(for: POLLIN) { self.queue.async { self.read() } }
    if !subscription.isActive { descriptor.endWait() }
  }

  /// Whether a consumer that suspends its senders has no capacity. Then the next chunk is read when it has.
  private func waitsForCapacity() -> Bool {
    guard backpressure.isSuspended, backpressure.callBack({ self.queue.async { self.read() } }) else { return false }
    if !subscription.isActive { backpressure.removeCallback() }
    return true
  }
}
