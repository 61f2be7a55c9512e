import Foundation

/// The source files of a program: a place of a recording leads to an editor, and to a variable.
actor Sources {
  private let folder: URL
  private let editor: String
  private var files: [String: [[String]]]?
  private var lines: [URL: [Substring]] = [:]

  /// - Parameter editor: The address that opens a file: with `{path}`, and `{line}` if it has a place for that.
  init(folder: String, editor: String) {
    self.folder = URL(fileURLWithPath: folder).standardizedFileURL
    self.editor = editor
  }

  /// Returns the address that opens a place such as `App/Search.swift:14`, or `nil` if there is no such file.
  ///
  /// The file has that name, and its module is one of the folders above it. Of several files it is the one that is
  /// nearest to that folder.
  func address(of place: String) -> String? {
    guard let (file, line) = find(place) else { return nil }
    return editor.replacingOccurrences(of: "{path}", with: escaped(file.path))
      .replacingOccurrences(of: "{line}", with: "\(line)")
  }

  /// Returns the name of the variable that is declared at a place, such as `Search.text`.
  func variable(at place: String) -> String? {
    guard let (file, line) = find(place) else { return nil }
    let lines = lines(of: file)
    guard line <= lines.count, let found = lines[line - 1].firstMatch(of: /\b(?:let|var) (\w+)/) else { return nil }
    let indentation = lines[line - 1].prefix { $0 == " " }.count
    let type = lines[..<(line - 1)].reversed().lazy
      .filter { !$0.isEmpty && $0.prefix { $0 == " " }.count < indentation }.first
      .flatMap { $0.firstMatch(of: /\b(?:class|struct|actor|enum|extension) (\w+)/) }
    return (type.map { "\($0.1)." } ?? "") + found.1
  }

  private func lines(of file: URL) -> [Substring] {
    if let known = lines[file] { return known }
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let read = text.split(separator: "\n", omittingEmptySubsequences: false)
    lines[file] = read
    return read
  }

  private func find(_ place: String) -> (file: URL, line: Int)? {
    let parts = place.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let line = Int(parts[1]), line > 0 else { return nil }
    let names = parts[0].split(separator: "/").map(String.init)
    guard names.count >= 2, let name = names.last else { return nil }
    let found = all()[name, default: []].filter { $0.dropLast().contains(names[0]) }
    guard let path = found.min(by: { distance($0, names[0]) < distance($1, names[0]) }) else { return nil }
    return (path.reduce(folder) { $0.appendingPathComponent($1) }, line)
  }

  /// The folders between a file and its module.
  private func distance(_ path: [String], _ module: String) -> Int {
    path.count - (path.dropLast().lastIndex(of: module) ?? 0)
  }

  private func escaped(_ path: String) -> String {
    path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
  }

  /// The Swift files by name, each as its path in the folder. The folder is searched once.
  private func all() -> [String: [[String]]] {
    if let files { return files }
    var found: [String: [[String]]] = [:]
    let depth = folder.pathComponents.count
    let entries = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles, .skipsPackageDescendants])
    while let file = entries?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      found[file.lastPathComponent, default: []].append(Array(file.standardizedFileURL.pathComponents.dropFirst(depth)))
    }
    files = found
    return found
  }
}
