import Rill

/// The e-mail sign-up screen, without the screen.
///
/// An address is typed into `email`; `subscribe` is enabled while it could be one, and puts it on the mailing list; `status`
/// says how that goes.
@MainActor
public final class SignUpModel {
  @Observed public var email = ""
  @Observed public private(set) var status = ""

  public private(set) lazy var isValid = $email.map(\.isPlausibleEmail).distinctUntilChanged()

  public private(set) lazy var subscribe = Command(self, enabledIf: isValid) {
    (model, email: String, progress: ProgressReporter) async throws(SubscribeError) in
    try await model.service.subscribe(email) { progress.report($0) }
  }

  private let service: any MailingList

  public init(service: any MailingList) {
    self.service = service
    bind(
      \.status, of: self,
      to: merge(
        subscribe.executionSignals.map { _ in "Sending request…" },
        subscribe.completions.map { _ in "Thanks" },
        subscribe.cancellations.map { _ in "" },
        subscribe.errors.map { "Error: \($0)" }
      ))
  }
}
