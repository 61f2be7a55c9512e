/// Why a stream did not have exactly one value.
public enum SingleFailure<Failure: Error>: Error {
  /// It completed without a value.
  case none
  /// It had a second value.
  case several
  /// It failed.
  case source(Failure)
  /// The task that waited for it was cancelled. Streams do not fail with this.
  case cancelled
}

extension SingleFailure: Equatable where Failure: Equatable {}
