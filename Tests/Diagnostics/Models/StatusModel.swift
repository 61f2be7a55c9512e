import Rill

/// A class whose property only it may set: see ObservedPrivateSet.swift.
@MainActor final class StatusModel {
  @Observed private(set) var status = ""

  func report(_ status: String) { self.status = status }
}
