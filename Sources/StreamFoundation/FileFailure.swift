public import Foundation

/// Why a file or a pipe could not be read.
public struct FileFailure: Error, Hashable, CustomStringConvertible {
  /// What the system said.
  public let code: POSIXErrorCode

  /// The file; `nil` for a handle that someone else opened.
  public let path: String?

  /// A failure of the system's.
  public init(_ code: POSIXErrorCode, path: String? = nil) {
    self.code = code
    self.path = path
  }

  init(errno: Int32, path: String?) { self.init(POSIXErrorCode(rawValue: errno) ?? .EIO, path: path) }

  /// The system's words for it, and the file.
  public var description: String {
    let reason = String(cString: strerror(code.rawValue))
    return if let path { "\(path): \(reason)" } else { reason }
  }
}
