/// The identifier with which a browser returns to its page, in a cookie.
///
/// It has 128 random bits, so that a visitor cannot guess the page of another one.
public struct VisitorID: Hashable, Sendable {
  public let text: String

  public init() { text = RandomText().text }

  /// The one that came with a request, if it is well formed.
  public init?(_ request: Request) {
    guard let text = request.cookie("session"), text.utf8.count == 32, text.allSatisfy(\.isHexDigit) else { return nil }
    self.text = text
  }
}

extension Response {
  /// Gives the browser an identifier if its request has none.
  public mutating func identify(_ request: Request) {
    guard VisitorID(request) == nil else { return }
    headers["set-cookie"] = "session=\(VisitorID().text); Path=/; HttpOnly; SameSite=Strict"
  }
}

/// 128 random bits, as a text.
public struct RandomText: Sendable {
  public let text: String

  public init() {
    let digits = String(UInt128.random(in: .min ... .max), radix: 16)
    text = String(repeating: "0", count: 32 - digits.count) + digits
  }
}
