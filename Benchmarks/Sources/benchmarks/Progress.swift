import Foundation

/// A line on standard error with the progress: rewritten in a terminal, and repeated every tenth in a log.
final class Progress {
  private let isTerminal = isatty(2) == 1
  private var tenths = -1

  func show(_ fraction: Double, _ now: String) {
    let percent = String(format: "%3.0f %%", fraction * 100)
    if isTerminal {
      FileHandle.standardError.write(Data("\r\u{1B}[K\(now.isEmpty ? "" : "\(percent)  \(now)")".utf8))
    } else if Int(fraction * 10) > tenths {
      tenths = Int(fraction * 10)
      FileHandle.standardError.write(Data("\(percent)  \(now)\n".utf8))
    }
  }
}
