import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Recordings

/// Serves the page, and the lines that it requests.
struct PageServer {
  private typealias Client = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

  private let recording: Recording
  private let sources: Sources

  init(_ recording: Recording, _ sources: Sources) {
    self.recording = recording
    self.sources = sources
  }

  /// Serves until the process ends, and reports the port at the start. Only this machine can connect.
  func run(port: Int, isListening: (Int) -> Void) async throws {
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .bind(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          return try Client(wrappingChannelSynchronously: channel)
        }
      }
    let port = server.channel.localAddress?.port ?? port
    isListening(port)
    try await withThrowingDiscardingTaskGroup { group in
      try await server.executeThenClose { clients in
        for try await client in clients { group.addTask { await serve(client, port) } }
      }
    }
  }

  private func serve(_ client: Client, _ port: Int) async {
    // A browser that disconnects early is not an error.
    try? await client.executeThenClose { requests, responses in
      for try await part in requests {
        guard case .head(let head) = part else { continue }
        let response = await response(to: head, port)
        var headers = response.headers
        headers.add(name: "content-length", value: "\(response.body.count)")
        let status = HTTPResponseHead(version: .http1_1, status: response.status, headers: headers)
        try await responses.write(.head(status))
        if head.method != .HEAD { try await responses.write(.body(.byteBuffer(ByteBuffer(bytes: response.body)))) }
        try await responses.write(.end(nil))
        if !head.isKeepAlive { break }
      }
    }
  }

  private func response(to head: HTTPRequestHead, _ port: Int) async -> Response {
    // Another page may have a host name that resolves to this server, but it cannot use these names.
    guard ["127.0.0.1:\(port)", "localhost:\(port)"].contains(head.headers.first(name: "host") ?? "") else {
      return Response(.forbidden, "The address of this page is http://127.0.0.1:\(port).")
    }
    guard head.method == .GET || head.method == .HEAD else {
      return Response(.methodNotAllowed, "This server supports only GET and HEAD.")
    }
    let path = head.uri.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    if path.count == 3, path.first == "lines", let recording = Int(path[2]), let after = Int(path[3]) {
      return Response("text/plain", await self.recording.answer(recording: recording, after: after))
    }
    if path.first == "place" { return await place(path.dropFirst().joined(separator: "/")) }
    if path.first == "variable" { return await variable(path.dropFirst().joined(separator: "/")) }
    if path.count == 1, let page = Page.files[String(path[1])] { return Response(page.type, page.body) }
    return Response(.notFound, "There is no page at this address.")
  }

  /// Answers with the address that opens a place in an editor.
  private func place(_ text: String) async -> Response {
    let place = text.removingPercentEncoding ?? text
    if let address = await sources.address(of: place) { return Response("text/plain", Array(address.utf8)) }
    return Response(
      .notFound, "No file for \(place) was found. Start the inspector with --sources and the folder of the program.")
  }

  /// Answers with the name of the variable that is declared at a place, or with nothing. A browser reports other answers
  /// as errors.
  private func variable(_ text: String) async -> Response {
    let name = await sources.variable(at: text.removingPercentEncoding ?? text) ?? ""
    return Response("text/plain", Array(name.utf8))
  }
}

/// The response to a browser.
private struct Response {
  var status = HTTPResponseStatus.ok
  let headers: HTTPHeaders
  let body: [UInt8]

  init(_ type: String, _ body: [UInt8]) {
    // Scripts are loaded from this server only, so a value in a recording is never executed.
    headers = [
      "content-type": "\(type); charset=utf-8",
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    ]
    self.body = body
  }

  init(_ status: HTTPResponseStatus, _ reason: String) {
    self.init("text/plain", Array("\(reason)\n".utf8))
    self.status = status
  }
}
