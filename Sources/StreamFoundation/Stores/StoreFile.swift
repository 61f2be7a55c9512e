import Foundation
import StreamPrimitives
import Wire

/// The system calls of the stores in files. Each failure names the path.
enum StoreFile {
  static func isFile(_ descriptor: Int32) -> Bool {
    var own = stat()
    return fstat(descriptor, &own) == 0 && own.st_mode & S_IFMT == S_IFREG
  }

  static func isCurrent(_ descriptor: Int32, _ path: String) -> Bool {
    var (own, named) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && stat(path, &named) == 0 && own.st_ino == named.st_ino
  }

  static func write(
    _ bytes: [UInt8], to descriptor: Int32, at offset: Int, _ path: String
  ) throws(StoreFailure) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress! + done, $0.count - done, off_t(offset + done))
      }
      if count > 0 { done += count } else if errno != EINTR { throw failure(path) }
    }
    guard writeToDisk(descriptor) else { throw failure(path) }
  }

  /// Returns the bytes of a file; `nil` if there is none.
  static func contents(_ path: String, atMost limit: Int = .max) throws(StoreFailure) -> [UInt8]? {
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure(path)
    }
    defer { close(descriptor) }
    guard isFile(descriptor) else { throw noFile(path) }
    return try contents(descriptor, path, atMost: limit)
  }

  static func contents(
    _ descriptor: Int32, _ path: String, atMost limit: Int = .max
  ) throws(StoreFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let wanted = min(chunk.count, limit - bytes.count)
      let count = chunk.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, wanted, off_t(bytes.count)) }
      if count == 0 { return bytes }
      if count > 0 { bytes += chunk[..<count] } else if errno != EINTR { throw failure(path) }
    }
  }

  /// Makes the name of a file durable.
  static func makeNameDurable(of path: String) throws(StoreFailure) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let descriptor = Foundation.open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(folder) }
    defer { close(descriptor) }
    guard writeToDisk(descriptor) else { throw failure(folder) }
  }

  static func failure(_ path: String) -> StoreFailure {
    StoreFailure(FileFailure(errno: errno, path: path).description)
  }

  static func noFile(_ path: String) -> StoreFailure {
    StoreFailure("\(path): this is not a file, but a device or a pipe. Pass another path.")
  }

  /// Unlocks and closes a file.
  ///
  /// Closing alone does not always unlock it: a child process shares the lock until it runs its program.
  static func release(_ descriptor: Int32) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Replaces a file by a new one with some bytes, and returns the locked descriptor of the new one.
  ///
  /// If that fails, the file is as before. The new name may not be on the disk yet: see ``makeNameDurable(of:)``.
  static func replace(_ path: String, with bytes: [UInt8]) throws(StoreFailure) -> Int32 {
    let new = path + ".new"
    let descriptor = Foundation.open(new, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(new) }
    // The other program may have renamed the file since it was opened.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isCurrent(descriptor, new) else {
      close(descriptor)
      throw StoreFailure("\(new): another program writes the file. Pass another path.")
    }
    do throws(StoreFailure) {
      guard ftruncate(descriptor, 0) == 0 else { throw failure(new) }
      try write(bytes, to: descriptor, at: 0, new)
      guard rename(new, path) == 0 else { throw failure(new) }
      return descriptor
    } catch {
      unlink(new)
      release(descriptor)
      throw error
    }
  }
}
