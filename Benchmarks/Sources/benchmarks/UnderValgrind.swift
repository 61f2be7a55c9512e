import ArgumentParser
import Measuring

/// Runs a command's counted code in this process under valgrind, with a second thread so that locks behave as usual.
func underValgrind(insteadOf command: String, _ body: () throws -> Void) throws {
  guard Callgrind.isRunning else { throw ValidationError("valgrind runs this command. Run `\(command)` instead.") }
  let second = SecondThread()
  defer { second.finish() }
  try body()
}
