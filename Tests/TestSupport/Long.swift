import Foundation
public import Testing

extension Trait where Self == ConditionTrait {
  /// Marks a test that takes seconds: a million rounds on one thread, or random programs.
  ///
  /// `SKIP_LONG=1` in the environment skips it. The sanitizers do so, which would take minutes and find nothing in one
  /// thread.
  public static var long: Self {
    .disabled(if: ProcessInfo.processInfo.environment["SKIP_LONG"] == "1", "SKIP_LONG is set.")
  }
}
