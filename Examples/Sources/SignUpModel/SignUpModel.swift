import Rill

/// The e-mail sign-up screen, without the screen.
///
/// An address is typed into `email`. `subscribe` is enabled while it is plausible, and puts it on the mailing list, once.
/// `status` shows the progress.
@MainActor
public final class SignUpModel {
  @Observed public var email = ""
  @Observed public private(set) var status = ""

  /// The address that this person has put on the list, or is putting there.
  @Observed public private(set) var subscribed: String?

  public private(set) lazy var isValid = $email.map(\.isPlausibleEmail).distinctUntilChanged()

  public private(set) lazy var subscribe = Command(
    self, enabledIf: Property(isValid, $email, $subscribed) { $0 && $1 != $2 }
  ) { (model, email: String, progress: ProgressReporter) async throws(SubscribeError) in
    let before = model.subscribed
    model.subscribed = email
    do throws(SubscribeError) {
      try await model.service.subscribe(email) { progress.report($0) }
    } catch {
      model.subscribed = before
      throw error
    }
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
