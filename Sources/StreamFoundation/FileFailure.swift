public import Foundation

/// The error of a file or a pipe that could not be read.
public struct FileFailure: Error, Hashable, CustomStringConvertible {
  /// The system's error code.
  public let code: POSIXErrorCode

  /// The path of the file; `nil` for a file handle.
  public let path: String?

  /// A failure with the system's error code.
  public init(_ code: POSIXErrorCode, path: String? = nil) {
    self.code = code
    self.path = path
  }

  init(errno: Int32, path: String?) { self.init(POSIXErrorCode(rawValue: errno) ?? .EIO, path: path) }

  /// The path and the system's message.
  public var description: String {
    let reason = String(cString: strerror(code.rawValue))
    return if let path { "\(path): \(reason)" } else { reason }
  }
}
