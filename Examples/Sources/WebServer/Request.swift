import Foundation
import NIOHTTP1

/// A request of a browser.
public struct Request: Sendable {
  public let path: String
  private let query: [URLQueryItem]
  private let headers: HTTPHeaders

  init(_ head: HTTPRequestHead) {
    path = String(head.uri.prefix { $0 != "?" })
    // In a query, a plus is a space.
    query = URLComponents(string: head.uri.replacing("+", with: "%20"))?.queryItems ?? []
    headers = head.headers
  }

  /// The values of a name in the query, in order.
  public func values(_ name: String) -> [String] { query.filter { $0.name == name }.map { $0.value ?? "" } }

  /// The value of a cookie.
  public func cookie(_ name: String) -> String? {
    for cookie in headers[canonicalForm: "cookie"].flatMap({ $0.split(separator: ";") }) {
      let parts = cookie.split(separator: "=", maxSplits: 1)
      if parts.count == 2, parts[0].drop(while: { $0 == " " }) == name { return String(parts[1]) }
    }
    return nil
  }

  /// Whether it comes from a page of this server, and not from another page that uses the person's cookies.
  var isFromHere: Bool {
    guard let origin = headers.first(name: "origin"), let host = headers.first(name: "host") else { return false }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }

  /// The name by which the server is called, without the port. A page elsewhere can have a name that leads here, but
  /// its requests have that name.
  var hostName: String? {
    guard let host = headers.first(name: "host") else { return nil }
    if host.hasPrefix("[") { return String(host.prefix { $0 != "]" }) + "]" }
    return host.prefix { $0 != ":" }.lowercased()
  }

  var wantsSocket: Bool { headers[canonicalForm: "upgrade"].contains { $0.lowercased() == "websocket" } }
}

/// A response to a request.
public struct Response: Sendable {
  public var status: UInt
  public var headers: [String: String]
  public var body: [UInt8]

  public init(_ type: String, _ body: some Sequence<UInt8>) {
    status = 200
    // Scripts and styles come from this server only, so text that a person types is never run.
    headers = [
      "content-type": "\(type); charset=utf-8",
      "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    ]
    self.body = Array(body)
  }

  /// A refusal, in words.
  public init(_ status: UInt, _ reason: String) {
    self.init("text/plain", (reason + "\n").utf8)
    self.status = status
  }
}
