/// The files of the page, which are part of the program.
enum Page {
  static let files: [String: (type: String, body: [UInt8])] = [
    "": ("text/html", PackageResources.page_html),
    "page.css": ("text/css", PackageResources.page_css),
    "icon.svg": ("image/svg+xml", PackageResources.icon_svg),
    "model.js": script(PackageResources.model_js),
    "paint.js": script(PackageResources.paint_js),
    "layout.js": script(PackageResources.layout_js),
    "graph.js": script(PackageResources.graph_js),
    "lanes.js": script(PackageResources.lanes_js),
    "commands.js": script(PackageResources.commands_js),
    "why.js": script(PackageResources.why_js),
    "marbles.js": script(PackageResources.marbles_js),
    "details.js": script(PackageResources.details_js),
    "dialog.js": script(PackageResources.dialog_js),
    "follow.js": script(PackageResources.follow_js),
    "page.js": script(PackageResources.page_js),
  ]

  private static func script(_ body: [UInt8]) -> (type: String, body: [UInt8]) { ("text/javascript", body) }
}
