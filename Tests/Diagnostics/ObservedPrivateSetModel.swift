import Rill

/// Compiles, beside ObservedPrivateSet.swift, which does not.
@MainActor final class StatusModel {
  @Observed private(set) var status = ""

  func report(_ status: String) { self.status = status }
}

@Sendable func rule(_ status: String) -> Verdict<String, Never> { .valid }
