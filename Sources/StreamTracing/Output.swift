import StreamPrimitives

/// Writes the lines of a recording ten times a second. It waits for a peer that does not read only at the end.
///
/// Lines are made only when the peer has taken the previous ones. Meanwhile the recorder drops events beyond its
/// capacity, and counts them. A thread that records never takes the output's lock. An output that fails is closed, and
/// not tried again.
final class Output: Sendable {
  /// Taken before the recorder's lock.
  private let lock = SystemLock()

  /// Guarded by: lock.
  nonisolated(unsafe) private var output: SystemOutput?

  /// The lines that are being written, and how many of their bytes have been. Guarded by: lock.
  nonisolated(unsafe) private var lines = ""
  nonisolated(unsafe) private var written = 0

  /// The events that were written before their code was over. Guarded by: lock.
  nonisolated(unsafe) private var running: [RunningEvent] = []

  /// Opens a file or a connection; `nil` for memory.
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

  deinit { output?.close() }

  /// Writes the first line.
  func begin(_ time: WallTime) {
    locked {
      lines = JSONLines.beginning(time)
      writeLines()
    }
  }

  /// Calls `flush` ten times a second until that returns `false` or the output is released.
  func repeatedly(_ flush: @escaping @Sendable (Output) -> Bool) {
    Task.detached { [weak self] in
      repeat { try? await Task.sleep(for: .milliseconds(100)) } while self.map(flush) ?? false
    }
  }

  /// Writes the news, if the peer has taken those before them.
  ///
  /// - Parameter patience: How long to wait for a peer that takes nothing, in milliseconds.
  /// - Returns: Whether the output is open.
  func write(patience: Int32 = 0, _ takeNews: () -> News) -> Bool {
    locked {
      writeLines(patience)
      if output != nil, lines.isEmpty {
        lines = JSONLines.news(takeNews(), &running)
        writeLines(patience)
      }
      return output != nil
    }
  }

  func close() {
    locked {
      output?.close()
      output = nil
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  /// Writes as much as the peer takes. Called with the lock held.
  private func writeLines(_ patience: Int32 = 0) {
    lines.withUTF8 { bytes in
      while written < bytes.count, let output {
        switch output.write(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[written...])) {
        case nil:
          output.close()
          self.output = nil
        case 0?: guard patience > 0, output.waitForCapacity(patience) else { return }
        case let count?: written += count
        }
      }
    }
    if output == nil || written == lines.utf8.count { (lines, written) = ("", 0) }
  }
}
