import Foundation

// Runs one pipeline once, and prints the seconds, those of the processor, the peak of the megabytes and the sum.
//
// A separate program: the pages of the other libraries in `benchmarks` would count as memory.

let arguments = CommandLine.arguments
guard arguments.count == 3 else { fatalError("`pipeline` needs two arguments: rill, groups or hand, and a file.") }
let file = URL(filePath: arguments[2])
let start = ContinuousClock.now
let sum =
  switch arguments[1] {
  case "rill": await ServerPipeline.rill(file)
  case "groups": await ServerPipeline.groups(file)
  case "hand": await ServerPipeline.hand(file)
  default: fatalError("`pipeline` needs rill, groups or hand, got \(arguments[1]).")
  }
print((ContinuousClock.now - start) / .seconds(1), processorSeconds(), try peakMegabytes(), sum)

/// The processor time of this process, which does not depend on the load of the machine.
func processorSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

/// The most memory that this process has used at a time.
func peakMegabytes() throws -> Double {
  #if os(Linux)
    // `getrusage` includes the peak of the parent process.
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    guard let peak = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kilobytes = Double(peak.split(separator: " ")[1])
    else { return .nan }
    return kilobytes / 1_024
  #else
    var usage = rusage()
    getrusage(RUSAGE_SELF, &usage)
    return Double(usage.ru_maxrss) / 1_048_576
  #endif
}
