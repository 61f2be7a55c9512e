#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The reason why a server cannot begin, with the remedy.
public struct CannotListen: Error, CustomStringConvertible {
  let host: String
  let port: Int
  let errno: Int32

  public var description: String {
    switch errno {
    case EADDRINUSE: "\(host):\(port) is in use. Try --port \(port + 1), or --port 0 for any free port."
    case EACCES: "\(host):\(port) needs the rights of an administrator. Try --port 8080."
    case EADDRNOTAVAIL: "\(host) is not an address of this machine. Try --host 127.0.0.1."
    default: "\(host):\(port) cannot be used (errno \(errno)). Try another --host or --port."
    }
  }
}
