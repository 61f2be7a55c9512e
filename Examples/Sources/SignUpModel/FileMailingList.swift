#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A mailing list in a text file, one address a line.
public struct FileMailingList: MailingList {
  private let file: ListFile
  private let latency: Duration

  /// A list in the file at `path`, which is made when the first address is put on it.
  ///
  /// - Parameter latency: How long a request takes at least, so that a person can see it happen.
  public init(path: String, latency: Duration) {
    file = ListFile(path: path)
    self.latency = latency
  }

  /// Returns the addresses in the file at `path`, the oldest first; none if there is no file.
  public static func addresses(at path: String) throws(SubscribeError) -> [String] {
    try ListFile(path: path).addresses()
  }

  /// Throws if the file at `path` cannot be opened for writing, or cannot be made. It makes no file.
  public static func check(path: String) throws(SubscribeError) {
    try ListFile(path: path).check()
  }

  public func subscribe(_ email: String, progress: @Sendable (Double) -> Void) async throws(SubscribeError) {
    try await travel(for: latency, progress: progress)
    try await file.append(email)
    progress(1)
  }
}

/// The file. Looking an address up and appending it are one step, since the actor does one thing at a time.
private actor ListFile {
  private let path: String

  init(path: String) { self.path = path }

  func append(_ email: String) throws(SubscribeError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND, 0o644)
    guard descriptor >= 0 else { throw failure("open") }
    defer { close(descriptor) }

    let contents = try read(descriptor)
    if Self.lines(contents).contains(email) { throw .alreadySubscribed(email) }

    // A line that an earlier crash left unfinished is not continued.
    let isTorn = contents.last.map { $0 != UInt8(ascii: "\n") } ?? false
    do throws(SubscribeError) {
      try write(Array(((isTorn ? "\n" : "") + email + "\n").utf8), to: descriptor)
      guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure("write") }
    } catch {
      // Nothing is left of an address that was not put on the list.
      _ = ftruncate(descriptor, off_t(contents.count))
      throw error
    }
  }

  nonisolated func addresses() throws(SubscribeError) -> [String] {
    let descriptor = open(path, O_RDONLY)
    if descriptor < 0, errno == ENOENT { return [] }
    guard descriptor >= 0 else { throw failure("open") }
    defer { close(descriptor) }
    return Self.lines(try read(descriptor))
  }

  nonisolated func check() throws(SubscribeError) {
    let descriptor = open(path, O_RDWR | O_APPEND)
    if descriptor >= 0 {
      close(descriptor)
      return
    }
    // A missing file is made later, which needs a folder that may be written to.
    guard errno == ENOENT else { throw failure("open") }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    guard !path.isEmpty, !path.hasSuffix("/"), access(folder, W_OK | X_OK) == 0 else { throw failure("open") }
  }

  private static func lines(_ contents: [UInt8]) -> [String] {
    contents.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The contents of a regular file. Anything else (a device, a pipe) has none that end.
  private nonisolated func read(_ descriptor: Int32) throws(SubscribeError) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("read") }
    guard status.st_mode & S_IFMT == S_IFREG else { return [] }
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = systemRead(descriptor, &chunk, chunk.count)
      if count == 0 { return contents }
      if count > 0 { contents += chunk[..<count] } else if errno != EINTR { throw failure("read") }
    }
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) throws(SubscribeError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { throw failure("write") }
    }
  }

  private nonisolated func failure(_ action: String) -> SubscribeError {
    .storeFailed("cannot \(action) \(path): \(String(cString: strerror(errno)))")
  }
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
