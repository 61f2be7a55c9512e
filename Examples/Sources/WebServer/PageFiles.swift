/// The pages of a site with their style and scripts.
///
/// All sites share a frame, a base style, an icon, and the script that connects a page with the server.
public struct PageFiles: Sendable {
  private let files: [String: Response]
  private let frame: String

  /// - Parameters:
  ///   - style: The rules that are added to the base style.
  ///   - scripts: The scripts of the pages by name, in the order in which they run.
  public init(style: [UInt8], scripts: KeyValuePairs<String, [UInt8]>) {
    var files = [
      "/base.css": Response("text/css", PackageResources.base_css),
      "/base.js": Response("text/javascript", PackageResources.base_js),
      "/page.css": Response("text/css", style),
    ]
    // Browsers request the second if no page names the first.
    for path in ["/favicon.svg", "/favicon.ico"] {
      files[path] = Response("image/svg+xml", PackageResources.favicon_svg)
    }
    for (name, script) in scripts { files["/\(name)"] = Response("text/javascript", script) }
    self.files = files
    let tags = scripts.map { "  <script src=\"/\($0.key)\" defer></script>" }.joined(separator: "\n")
    frame = String(decoding: PackageResources.base_html, as: UTF8.self).replacing("{scripts}", with: tags)
  }

  /// Returns a page in the frame.
  public func page(_ title: String, _ content: some Sequence<UInt8>) -> Response {
    let html = frame.replacing("{title}", with: title)
      .replacing("{content}", with: String(decoding: Array(content), as: UTF8.self))
    return Response("text/html", html.utf8)
  }

  /// Answers a request for a file.
  public func file(for request: Request) -> Response {
    files[request.path] ?? Response(404, "There is no page at \(request.path).")
  }
}
