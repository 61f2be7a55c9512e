import Dispatch
public import Foundation
public import StreamCore

extension Signal where Value == Data, Failure == FileFailure {
  /// What is in a file, piece by piece.
  ///
  ///     contents(of: file)  -a-b-c|
  ///
  /// Each subscriber opens the file and reads it from the start, on a queue of its own, which is where pieces are
  /// delivered. The next piece is read when the one before was taken, so that one is kept at a time, of at most `size`
  /// bytes. Consumers under ``BufferPolicy/suspending(_:)`` and operators with asynchronous closures suspend the
  /// reading. Completes at the end of the file. Fails with what the system says when it cannot be opened or read. The
  /// file is closed at the end and on disposal, whichever comes first. A size that is not greater than zero traps, and
  /// so does a URL that is not a file's.
  ///
  /// For the whole of it in one value: `contents(of: file).reduce(Data()) { $0 + $1 }`.
  public static func contents(of file: URL, size: Int = 64 * 1_024) -> Signal {
    precondition(file.isFileURL, "Only files can be read, and not \(file).")
    requirePositive(size)
    let path = file.path
    return Signal(attaching: { sink, subscription in
      let queue = DispatchQueue(label: "rill.read")
      queue.async {
        guard subscription.isActive else { return }
        // Without waiting: a named pipe that nobody writes to would hold up this thread for good.
        ChunkReader.start(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), path, size, queue, sink, subscription)
      }
    })
  }
}

extension FileHandle {
  /// What comes out of the handle (a file's, a pipe's, a socket's), piece by piece, as it comes.
  ///
  ///     chunks()  ---a--b-----c|
  ///
  /// Reads on a queue of its own, which is where pieces are delivered; the next is asked for when the one before was
  /// taken, and consumers that suspend their senders have capacity for it. No thread waits for a silent pipe. Completes
  /// at the end of the file; for a pipe that is when the last writer has closed it. Fails with what the system says. A
  /// size that is not greater than zero traps.
  ///
  /// A subscription reads through a copy of the descriptor and closes that at the end or on disposal; the handle stays
  /// its owner's to close. Two subscriptions to one handle share its place in the file: each gets what the other did
  /// not. ReactiveObjC begins to read when asked for the stream, keeps all it has read, and cannot be stopped.
  public func chunks(ofAtMost size: Int = 64 * 1_024) -> Signal<Data, FileFailure> {
    requirePositive(size)
    return Signal(attaching: { sink, subscription in
      let queue = DispatchQueue(label: "rill.read")
      ChunkReader.start(dup(self.fileDescriptor), nil, size, queue, sink, subscription)
    })
  }
}

private func requirePositive(_ size: Int) {
  precondition(size > 0, "A piece must have at least one byte, and not \(size).")
}

/// What the system would say, asked before Dispatch is: of a descriptor that cannot be read Dispatch lets go before it
/// has forgotten it, and the next file to get its number would be taken for it.
private func reasonNotToRead(_ descriptor: Int32) -> Int32? {
  guard descriptor >= 0 else { return errno }
  var status = stat()
  let flags = fcntl(descriptor, F_GETFL)
  guard flags >= 0, fstat(descriptor, &status) == 0 else { return errno }
  if status.st_mode & S_IFMT == S_IFDIR { return EISDIR }
  return flags & O_ACCMODE == O_WRONLY ? EBADF : nil
}

/// Reads a descriptor, one piece at a time, and closes it.
private final class ChunkReader: Sendable {
  private let io: DispatchIO
  private let path: String?
  private let size: Int
  private let queue: DispatchQueue
  private let sink: Sink<Data, FileFailure>
  private let subscription: Subscription
  private let backpressure = Backpressure()

  /// How much of the piece has come. Guard: touched only on the queue.
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
      io.close(flags: .stop)
      backpressure.forget()
    }
    reader.read()
  }

  private init(
    _ descriptor: Int32, _ path: String?, _ size: Int, _ queue: DispatchQueue,
    _ sink: Sink<Data, FileFailure>, _ subscription: Subscription
  ) {
    io = DispatchIO(type: .stream, fileDescriptor: descriptor, queue: queue) { _ in close(descriptor) }
    // A pipe's bytes are handed on as they come.
    io.setLimit(lowWater: 1)
    (self.path, self.size, self.queue, self.sink, self.subscription) = (path, size, queue, sink, subscription)
  }

  private func read() {
    io.read(offset: 0, length: size, queue: queue) { isDone, bytes, error in
      self.take(isDone, bytes, error)
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
      // Less than was asked for is all there is.
      sink.end(.completed)
    } else {
      received = 0
      readNext()
    }
  }

  /// Reads when every consumer that suspends its senders has capacity.
  private func readNext() {
    guard backpressure.isHeldUp, backpressure.callBack({ self.queue.async { self.read() } }) else { return read() }
    if !subscription.isActive { backpressure.forget() }
  }
}
