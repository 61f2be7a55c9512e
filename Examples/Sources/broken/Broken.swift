import ArgumentParser
import Inspection

/// Ten programs that differ from their comments. `Docs/Guides/BrokenPrograms.md` has the mistake of each.
@main
struct Broken: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "broken", abstract: "Programs with a mistake, to be found with the inspector.")

  @Argument(help: "The program: \(Program.allCases.map(\.rawValue).joined(separator: ", ")).")
  var program: Program

  @OptionGroup var inspection: Inspection

  @MainActor
  func run() async throws {
    try inspection.begin()
    await program.run()
    inspection.end()
  }
}

/// Which program, by the name of its file.
enum Program: String, CaseIterable, ExpressibleByArgument {
  case buffer, cold, command, debounce, equal, failure, owner, side, temporary, untracked

  @MainActor
  func run() async {
    switch self {
    case .buffer: await addSamples()
    case .cold: await showAnswer()
    case .command: await sendForm()
    case .debounce: await saveDocument()
    case .equal: await countTaps()
    case .failure: await search()
    case .owner: await showMessages()
    case .side: await greet()
    case .temporary: await showTemperature()
    case .untracked: await showTotal()
    }
  }
}

/// Gives work on other threads, or in the future, the time that it needs.
func pause(_ milliseconds: Int = 100) async {
  try? await Task.sleep(for: .milliseconds(milliseconds))
}
