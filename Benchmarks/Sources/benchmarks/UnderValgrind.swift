import ArgumentParser
import Measuring

/// Does what a command counts, in this program as valgrind runs it. While it has a second thread locks are what they are in real programs.
func underValgrind(insteadOf command: String, _ body: () throws -> Void) throws {
  guard Callgrind.isRunning else { throw ValidationError("This is for valgrind: use \(command).") }
  let second = SecondThread()
  defer { second.finish() }
  try body()
}
