import ArgumentParser
import Foundation

/// The value of an option that is not given: from the environment, or a default.
///
/// `--log-format` is `SIGNUP_LOG_FORMAT` in the environment.
func setting<Value: ExpressibleByArgument>(_ option: String, _ fallback: Value) -> Value {
  let name = "SIGNUP_" + option.uppercased().replacingOccurrences(of: "-", with: "_")
  guard let text = ProcessInfo.processInfo.environment[name] else { return fallback }
  guard let value = Value(argument: text) else {
    FileHandle.standardError.write(Data("Error: The value '\(text)' is invalid for \(name).\n".utf8))
    exit(ExitCode.validationFailure.rawValue)
  }
  return value
}
