import Foundation

/// Compares random programs on the library with a model.
///
///     oracle --steps 10000000 --threads 1 --seed 1
///     oracle --steps 1000000 --threads 4 --seed 1 --lists
@main struct Oracle {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    func option(_ name: String, _ usual: Int) -> Int {
      guard let index = arguments.firstIndex(of: "--\(name)"), index + 1 < arguments.endIndex else { return usual }
      guard let number = Int(arguments[index + 1]) else { fatalError("--\(name) needs a number.") }
      return number
    }
    let (steps, threads) = (option("steps", 1_000_000), option("threads", 1))
    let seed = UInt64(option("seed", Int.random(in: 0...Int(Int32.max))))
    var features = Features.usual
    if let index = arguments.firstIndex(of: "--with") {
      features = [Features(arguments[index + 1].split(separator: ",").map { Features.names[String($0)]! })]
    }
    let start = ContinuousClock.now
    print("oracle: \(steps) steps, \(threads) thread(s), seed \(seed)")
    var next = 1_000_000
    func show(_ done: Int) {
      guard done >= next else { return }
      next += 1_000_000
      print("\(done) steps in \(ContinuousClock.now - start)")
      fflush(nil)
    }
    let fault: (any CustomStringConvertible)?
    if arguments.contains("--lists") {
      fault =
        threads == 1
        ? checkLists(seed: seed, steps: steps, progress: show)
        : checkListThreads(seed: seed, steps: steps, threads: threads, progress: show)
    } else if threads == 1 {
      fault = checkOneThread(
        seed: seed, steps: steps, length: option("length", 80), with: features, progress: show)
    } else {
      var wanted = Set(CrowdFault.allCases)
      if let index = arguments.firstIndex(of: "--for") {
        wanted = Set(arguments[index + 1].split(separator: ",").map { CrowdFault(rawValue: String($0))! })
      }
      fault = checkManyThreads(
        seed: seed, steps: steps, threads: min(2, threads)...threads, deeds: option("length", 250), for: wanted,
        shrinks: option("shrinks", 1) == 1, progress: show)
    }
    if let fault {
      print("\(fault)\nfound in \(ContinuousClock.now - start)")
      exit(1)
    }
    print("no difference in \(ContinuousClock.now - start)")
  }
}
