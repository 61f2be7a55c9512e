import ArgumentParser
import Inspection
import Rill

/// Twenty programs with one slow place each, which a comment `planted` marks. It names the column of the table.
@main
struct Slow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "slow", abstract: "Programs with a slow place, to be found with the inspector.")

  @Argument(help: "The program: \(Program.allCases.map(\.rawValue).joined(separator: ", ")).")
  var program: Program

  @OptionGroup var inspection: Inspection

  @MainActor
  func run() async throws {
    try inspection.begin()
    let office = Office()
    let result = start(program) { office.work() }
    withExtendedLifetime((office, result)) { inspection.end() }
  }
}

/// Which program. Its function has the same name.
enum Program: String, CaseIterable, ExpressibleByArgument {
  case computation, mapped, comparison, handler, secondHandler, effectBody, mapClosure, filterClosure, scanClosure
  case flatMapClosure, commandWork
  case everyChange, readsTooMuch, subscribesAgain, feedback
  case sameResult, sameText, sameValueAgain
  case reachesMany, setsMany
}

/// Runs a program. The result keeps it alive.
///
/// - Parameter meanwhile: The other work of the program, to be done a few times.
@MainActor
private func start(_ program: Program, _ meanwhile: () -> Void) -> Any {
  switch program {
  case .computation: computation(meanwhile)
  case .mapped: mapped(meanwhile)
  case .comparison: comparison(meanwhile)
  case .handler: handler(meanwhile)
  case .secondHandler: secondHandler(meanwhile)
  case .effectBody: effectBody(meanwhile)
  case .mapClosure: mapClosure(meanwhile)
  case .filterClosure: filterClosure(meanwhile)
  case .scanClosure: scanClosure(meanwhile)
  case .flatMapClosure: flatMapClosure(meanwhile)
  case .commandWork: commandWork(meanwhile)
  case .everyChange: everyChange(meanwhile)
  case .readsTooMuch: readsTooMuch(meanwhile)
  case .subscribesAgain: subscribesAgain(meanwhile)
  case .feedback: feedback(meanwhile)
  case .sameResult: sameResult(meanwhile)
  case .sameText: sameText(meanwhile)
  case .sameValueAgain: sameValueAgain(meanwhile)
  case .reachesMany: reachesMany(meanwhile)
  case .setsMany: setsMany(meanwhile)
  }
}

/// Computes for a time, as slow code does.
func compute(microseconds: Int) {
  let end = ContinuousClock.now + .microseconds(microseconds)
  while ContinuousClock.now < end {}
}

/// The other work of a program: orders come in, and totals and labels follow.
@MainActor
final class Office {
  private let orders = Subject<Int, Never>()
  private let prices = (1...6).map { MutableProperty($0) }
  private let name = MutableProperty("Ada")
  private var labels: [String] = []
  private var count = 0
  private let total: Property<Int>
  private var effects: [Disposable] = []

  init() {
    total = Property(combining: prices) { $0.reduce(0, +) }
    orders.map { $0 * 2 }.filter { $0 > 0 }.subscribe(with: self) { office, order in
      office.prices[order % office.prices.count].value += 1
    }
    total.map { "Total \($0)" }.subscribe(with: self) { office, label in office.labels.append(label) }
    name.map(\.count).subscribe(with: self) { office, count in office.labels.append("\(count)") }
    effects.append(effect { [total, name] in _ = "\(name.value): \(total.value)" })
  }

  /// A part of the day.
  func work() {
    count += 1
    orders.send(count)
    name.value = "Ada \(count)"
  }
}
