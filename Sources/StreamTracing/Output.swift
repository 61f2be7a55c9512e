import StreamPrimitives

/// Where the lines of a recording are written, ten times a second, and when a thread has to wait for room.
///
/// What is to be written is taken, and written, by one thread at a time: the output's lock is held meanwhile, and no
/// other. Once it cannot be written, it is not tried again.
final class Output: Sendable {
  private let lock = SystemLock()

  /// Guard: the lock.
  nonisolated(unsafe) private var output: SystemOutput?

  /// Opens what is named; `nil` for memory.
  init?(_ kind: Trace.Destination.Kind) throws(TraceError) {
    switch kind {
    case .memory: return nil
    case .file(let path):
      do { output = try SystemOutput(path: path) } catch { throw .cannotOpen(path: path, errno: error.number) }
    case .address(let host, let port):
      do { output = try SystemOutput(host: host, port: port) } catch {
        throw .cannotConnect(host: host, port: port, errno: error.number)
      }
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
      guard output != nil else { return }
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
        for (id, entry) in entries { lines += JSONLines.event(id, entry, thread: chunk.thread, since: start) }
      }
      send(lines + gone)
    }
  }

  func close() {
    locked {
      output?.close()
      output = nil
    }
  }

  private var isOpen: Bool { locked { output != nil } }

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
      while !rest.isEmpty, let output {
        let count = output.write(rest)
        guard count > 0 else {
          output.close()
          self.output = nil
          return
        }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
    }
  }
}
