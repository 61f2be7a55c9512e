import Foundation

/// What the program was started with.
struct Options {
  static let usage = """
    usage: signup [--store FILE] [--latency MILLISECONDS]
      --store FILE     where addresses are kept (default: a file among the temporary ones)
      --latency MS     how long a request takes at least (default: 300)
    """

  /// Not in the folder that the program is started in, which may well be a checkout.
  var store = FileManager.default.temporaryDirectory.appendingPathComponent("signup-\(NSUserName()).txt").path
  var latency = Duration.milliseconds(300)
  var wantsHelp = false

  struct Misuse: Error, CustomStringConvertible {
    var description: String
  }

  init(_ arguments: some Sequence<String>) throws(Misuse) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h": wantsHelp = true
      case "--store":
        guard let path = rest.next() else { throw Misuse(description: "--store needs a file") }
        store = path
      case "--latency":
        guard let value = rest.next(), let milliseconds = Int(value), milliseconds >= 0 else {
          throw Misuse(description: "--latency needs a number of milliseconds")
        }
        latency = .milliseconds(milliseconds)
      default: throw Misuse(description: "unknown argument \(argument)")
      }
    }
  }
}
