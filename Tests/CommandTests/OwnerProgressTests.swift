import Rill
import Testing

/// A reporter as the last parameter: overloads cannot distinguish it from an input.
@Suite struct OwnerProgressTests {
  @MainActor private final class Uploads {
    var names: [String] = []
  }

  @Test func aStreamOfAnOwnerThatTakesAReporterTraps() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      _ = Command(Uploads()) { (uploads, name: String, progress: ProgressReporter) -> Signal<Int, Never> in
        uploads.names.append(name)
        return .just(1)
      }
    }
  }

  @MainActor @Test func withoutTheOwnerItReports() {
    let uploads = Uploads()
    let upload = Command(on: .immediate) {
      [weak uploads] (name: String, progress: ProgressReporter) -> Signal<Int, Never> in
      uploads?.names.append(name)
      progress.report(0.5)
      return .just(name.count)
    }
    let reported = Log<Double>()
    upload.progress.subscribe { if let fraction = $0 { reported.add(fraction) } }
    upload.execute("letter")
    #expect(reported.all == [0.5])
    #expect(uploads.names == ["letter"])
  }
}
