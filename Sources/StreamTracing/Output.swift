import StreamPrimitives

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where the lines of a recording are written, ten times a second, and when a thread has to wait for room.
///
/// What is to be written is taken, and written, by one thread at a time: the output's lock is held meanwhile, and no
/// other. Once it cannot be written, it is not tried again.
final class Output: Sendable {
  private let lock = SystemLock()

  /// Guard: the lock.
  nonisolated(unsafe) private var descriptor: Int32
  private let isSocket: Bool

  /// Opens what is named; `nil` for memory.
  init?(_ kind: Trace.Destination.Kind) throws(TraceError) {
    switch kind {
    case .memory: return nil
    case .file(let path):
      descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw .cannotOpen(path: path, errno: errno) }
      isSocket = false
    case .address(let host, let port):
      let (found, failure) = connected(host, port)
      guard let found else { throw .cannotConnect(host: host, port: port, errno: failure) }
      descriptor = found
      isSocket = true
    }
  }

  /// Writes the first line, and from now on what `flush` gives.
  func begin(_ time: WallTime, _ flush: @escaping @Sendable (Output) -> Void) {
    locked { send(JSONLines.beginning(time)) }
    Task.detached { [weak self] in
      while let output = self, output.isOpen {
        try? await Task.sleep(for: .milliseconds(100))
        flush(output)
      }
    }
  }

  /// Writes what is new since the last time. What has come or gone is written before the events.
  func write(_ take: () -> (changes: [Change], chunks: [Chunk], start: Int)) {
    locked {
      guard descriptor >= 0 else { return }
      let (changes, chunks, start) = take()
      var lines = ""
      var gone = ""
      for change in changes {
        let line = JSONLines.change(change, since: start)
        if case .gone = change { gone += line } else { lines += line }
      }
      for chunk in chunks {
        let entries = chunk.entries(from: chunk.flushed)
        chunk.flushed += entries.count
        for entry in entries { lines += JSONLines.event(entry, thread: chunk.thread, since: start) }
      }
      send(lines + gone)
    }
  }

  func close() {
    locked {
      if descriptor >= 0 { _ = systemClose(descriptor) }
      descriptor = -1
    }
  }

  private var isOpen: Bool { locked { descriptor >= 0 } }

  private func locked<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  /// Called with the lock held.
  private func send(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = isSocket ? sendWithoutSignal(descriptor, rest) : systemWrite(descriptor, rest)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          _ = systemClose(descriptor)
          descriptor = -1
          return
        }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
    }
  }
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

/// Who has gone away must not end the program.
private func sendWithoutSignal(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if canImport(Darwin)
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    return send(descriptor, bytes.baseAddress, bytes.count, 0)
  #else
    return send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  #endif
}

/// A socket that is connected, or the number of the error.
private func connected(_ host: String, _ port: UInt16) -> (descriptor: Int32?, failure: Int32) {
  var hints = addrinfo()
  #if canImport(Glibc)
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
  #else
    hints.ai_socktype = SOCK_STREAM
  #endif
  var found: UnsafeMutablePointer<addrinfo>?
  guard getaddrinfo(host, "\(port)", &hints, &found) == 0 else { return (nil, EADDRNOTAVAIL) }
  defer { freeaddrinfo(found) }
  var failure = EADDRNOTAVAIL
  var next = found
  while let address = next?.pointee {
    let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
    if descriptor >= 0, connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return (descriptor, 0) }
    failure = errno
    if descriptor >= 0 { _ = systemClose(descriptor) }
    next = address.ai_next
  }
  return (nil, failure)
}
