/// The files of the page, which are part of the program.
enum Page {
  static let files: [String: (type: String, body: [UInt8])] = [
    "": ("text/html", PackageResources.page_html),
    "page.css": ("text/css", PackageResources.page_css),
    "icon.svg": ("image/svg+xml", PackageResources.icon_svg),
    "model.js": script(PackageResources.model_js),
    "filter.js": script(PackageResources.filter_js),
    "paint.js": script(PackageResources.paint_js),
    "folding.js": script(PackageResources.folding_js),
    "layout.js": script(PackageResources.layout_js),
    "graph.js": script(PackageResources.graph_js),
    "tree.js": script(PackageResources.tree_js),
    "lanes.js": script(PackageResources.lanes_js),
    "heads.js": script(PackageResources.heads_js),
    "commands.js": script(PackageResources.commands_js),
    "why.js": script(PackageResources.why_js),
    "blame.js": script(PackageResources.blame_js),
    "blametable.js": script(PackageResources.blametable_js),
    "marbles.js": script(PackageResources.marbles_js),
    "replaytest.js": script(PackageResources.replaytest_js),
    "export.js": script(PackageResources.export_js),
    "variables.js": script(PackageResources.variables_js),
    "details.js": script(PackageResources.details_js),
    "dialog.js": script(PackageResources.dialog_js),
    "follow.js": script(PackageResources.follow_js),
    "pointer.js": script(PackageResources.pointer_js),
    "splitters.js": script(PackageResources.splitters_js),
    "page.js": script(PackageResources.page_js),
  ]

  private static func script(_ body: [UInt8]) -> (type: String, body: [UInt8]) { ("text/javascript", body) }
}
