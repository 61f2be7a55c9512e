import Rill
import StreamTesting

enum ServiceError: Error { case unknown }

struct SlowService: Sendable {
  let time: TestScheduler
  let latency: Duration

  init(_ time: TestScheduler, _ latency: Duration) {
    self.time = time
    self.latency = latency
  }

  func subscribe(_ email: String) async throws(ServiceError) {
    try? await time.sleep(for: latency)
  }
}

@MainActor final class MailingModel {
  @Observed var email = ""
  @Observed private(set) var status = ""
  private let service: SlowService

  private(set) lazy var subscribe = Command(self) { (model, email: String) async throws(ServiceError) in
    try await model.service.subscribe(email)
  }

  init(service: SlowService) {
    self.service = service
    bind(
      \.status, of: self,
      to: merge(subscribe.executionSignals.map { _ in "Sending request…" }, subscribe.completions.map { _ in "Thanks" })
    )
  }
}

let query = Subject<String, Never>()
