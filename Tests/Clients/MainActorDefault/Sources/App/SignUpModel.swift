public import Rill

public enum ServiceError: Error { case refused }

/// The service of the model. It is called on the main actor and may work elsewhere.
public protocol MailingList: Sendable {
  func subscribe(_ email: String) async throws(ServiceError)
}

public final class SignUpModel {
  @Observed public var email = ""
  public private(set) var attempts = 0
  public private(set) var names: [String] = []
  public private(set) var total = 0
  private let service: any MailingList

  /// An asynchronous function that reads and writes its model. Functions called by an operator run anywhere, and are
  /// `nonisolated`.
  public private(set) lazy var subscribe = Command(self, enabledIf: $email.map(isPlausible)) {
    (model, email: String) async throws(ServiceError) in
    model.attempts += 1
    try await model.service.subscribe(email)
    model.names.append(email)
  }

  /// A synchronous function.
  public private(set) lazy var add = Command(self) { (model, number: Int) in model.total += number }

  /// In a method the closure is isolated to the main actor without an annotation.
  public func makeReset() -> Command<Void, Void, Never> {
    Command { [weak self] in self?.total = 0 }
  }

  public init(service: any MailingList) { self.service = service }
}

nonisolated func isPlausible(_ email: String) -> Bool { email.contains("@") }
