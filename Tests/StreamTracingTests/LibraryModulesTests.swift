import Foundation
import Rill
import StreamTesting
import Testing

@testable import StreamTracing

/// No line of the library is shown as one of the user's.
struct LibraryModulesTests {
  @Test func everyModuleOfThePackageIsRegistered() throws {
    let manifest = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Package.swift"),
      encoding: .utf8)
    let modules = manifest.matches(of: /\bmodule\("(\w+)"/).map { String($0.output.1) }
    #expect(modules.count > 10)
    #expect(libraryModules == Set(modules))
  }

  @Test func aModuleOfTheUserWhoseNameBeginsLikeOneOfTheLibraryIsTheUsers() {
    #expect(CallSite("Lists/ListCore.swift", 1).isInLibrary)
    #expect(!CallSite("ListsOfMine/ListCore.swift", 1).isInLibrary)
    #expect(!CallSite("App/Lists/ListCore.swift", 1).isInLibrary)
  }
}

extension TraceTests {
  /// Objects of every layer, made by their public declarations.
  @Test @MainActor func noNodeIsNamedByALineOfTheLibrary() throws {
    Trace.start()
    let subject = Subject<Int, Never>()
    let (one, other) = (MutableProperty(1), MutableProperty("a"))
    let list = ObservableList([1, 2, 3])
    let even = list.filter { $0 % 2 == 0 }
    let sorted = list.sorted(by: >)
    let command = Command<Int, Int, Never>(enabledIf: Property { one.value > 0 }) { .just($0) }
    let shared = subject.map { $0 + 1 }.share()
    let channel = Channel<String>()
    let kept = CompositeDisposable()
    kept.add(one <~ shared)
    kept.add(other <~> channel.following)
    kept.add(effect { _ = one.value })
    kept.add(shared.replayLazily().subscribe { _ in })
    kept.add(even.edits.subscribe { _ in })
    kept.add(command.executing.subscribe { _ in })
    subject.send(2)
    list.modify { $0.append(4) }
    command.execute(1)
    let recording = Trace.stop()
    let places = recording.nodes.compactMap(\.place)
    #expect(places.count { $0.hasPrefix("StreamTracingTests/") } > 5)
    for place in places { #expect(!libraryModules.contains(String(place.prefix { $0 != "/" })), "\(place)") }
    withExtendedLifetime(sorted) {}
    // The effect keeps `one`, which keeps the effect.
    kept.dispose()
  }
}
