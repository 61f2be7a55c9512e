import Foundation
import StreamPrimitives

/// An open file, pipe or socket, which is closed with its last reference.
///
/// Its mode is not changed: a terminal or a pipe that other code uses too may not become non-blocking for that code. So
/// ask ``isReady(for:)`` before each call, or call ``wait(for:then:)``.
final class Descriptor: Sendable {
  let number: Int32

  /// Takes over an open descriptor. Returns `nil` and leaves the reason in `errno` if it is negative.
  init?(_ number: Int32) {
    if number < 0 { return nil }
    self.number = number
  }

  /// Copies an open descriptor. A started process does not inherit the copy, so it does not keep a pipe open.
  static func copy(_ number: Int32) -> Int32 { fcntl(number, F_DUPFD_CLOEXEC, 0) }

  /// Returns `nil` as well if the descriptor is open for writing only. A wait for its bytes would never end.
  convenience init?(readable number: Int32) {
    self.init(number)
    if fcntl(number, F_GETFL) & O_ACCMODE == O_WRONLY {
      errno = EBADF
      return nil
    }
  }

  deinit { close(number) }
  /// Whether a call would return immediately, possibly with an error or the end of the file.
  func isReady(for events: Int32) -> Bool {
    var polled = pollfd(fd: number, events: Int16(events), revents: 0)
    return poll(&polled, 1, 0) != 0
  }

  /// Calls `proceed` once, on another thread: when the descriptor is ready, or after ``endWait()``.
  ///
  /// A descriptor has one wait at a time. It may end early. So check again when `proceed` is called.
  func wait(for events: Int32, then proceed: @escaping @Sendable () -> Void) {
    Poller.shared.wait(for: events, of: number, then: proceed)
  }

  func endWait() { Poller.shared.endWait(of: number) }
}

/// A thread that waits for all descriptors which are not ready.
///
/// Dispatch has sources and channels for this. On Linux they sometimes crash when the other end of a pipe is closed
/// (swift-corelibs-libdispatch, issue 949).
private final class Poller: Sendable {
  static let shared = Poller()

  private struct Wait {
    let events: Int16
    let proceed: @Sendable () -> Void
  }

  /// By the number of the descriptor. A number that was closed and opened again ends the wait of its new owner early at
  /// worst.
  private let waits = Lock<[Int32: Wait]>([:])

  /// A byte in this pipe interrupts `poll` when `waits` has changed.
  private let alarm: (reading: Int32, writing: Int32)

  private init() {
    var ends: [Int32] = [0, 0]
    if pipe(&ends) != 0 { fatalError("No pipe could be opened: \(String(cString: strerror(errno))).") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    alarm = (ends[0], ends[1])
    Thread.detachNewThread { self.run() }
  }

  func wait(for events: Int32, of descriptor: Int32, then proceed: @escaping @Sendable () -> Void) {
    waits.withLock { $0[descriptor] = Wait(events: Int16(events), proceed: proceed) }
    raiseAlarm()
  }

  func endWait(of descriptor: Int32) {
    guard let wait = waits.withLock({ $0.removeValue(forKey: descriptor) }) else { return }
    // `poll` retains the file, which would stay open.
    raiseAlarm()
    wait.proceed()
  }

  /// A full pipe is alarm enough.
  private func raiseAlarm() { _ = write(alarm.writing, [1], 1) }

  private func run() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while true {
      var polled = waits.withLock { $0.map { pollfd(fd: $0.key, events: $0.value.events, revents: 0) } }
      polled.append(pollfd(fd: alarm.reading, events: Int16(POLLIN), revents: 0))
      guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
      _ = read(alarm.reading, &bytes, bytes.count)
      for ready in polled where ready.revents != 0 { endWait(of: ready.fd) }
    }
  }
}
