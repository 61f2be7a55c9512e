/// What the program was started with.
struct Options {
  static let usage = """
    usage: signup-web [--store FILE] [--port PORT] [--latency MS] [--linger MS] [--patience MS]
      --store FILE     where addresses are kept (default: subscribers.sqlite in the current directory)
      --port PORT      where to listen, 0 for any free port (default: 8080)
      --latency MS     how long a request takes at least (default: 800)
      --linger MS      how long a session outlives its last tab (default: 5000)
      --patience MS    how long somebody who connects may be silent (default: 20000)
    """

  var store = "subscribers.sqlite"
  var port = 8080
  var latency = Duration.milliseconds(800)
  var linger = Duration.milliseconds(5_000)
  var patience = Duration.milliseconds(20_000)
  var wantsHelp = false

  struct Misuse: Error, CustomStringConvertible {
    var description: String
  }

  init(_ arguments: some Sequence<String>) throws(Misuse) {
    var rest = arguments.makeIterator()
    func number(_ name: String, in range: ClosedRange<Int>) throws(Misuse) -> Int {
      guard let text = rest.next(), let number = Int(text), range.contains(number) else {
        throw Misuse(description: "\(name) needs a number from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h": wantsHelp = true
      case "--store":
        guard let path = rest.next() else { throw Misuse(description: "--store needs a file") }
        store = path
      case "--port": port = try number(argument, in: 0...65_535)
      case "--latency": latency = .milliseconds(try number(argument, in: 0...60_000))
      case "--linger": linger = .milliseconds(try number(argument, in: 0...3_600_000))
      case "--patience": patience = .milliseconds(try number(argument, in: 1...3_600_000))
      default: throw Misuse(description: "unknown argument \(argument)")
      }
    }
  }
}
