import Rill

/// A timer that runs until a duration, which can be changed meanwhile.
@MainActor
public final class ElapsedTimer {
  @Observed public private(set) var elapsed = Duration.zero
  @Observed public var duration = Duration.seconds(10)

  public private(set) lazy var isRunning = Property($elapsed, $duration) { $0 < $1 }.distinctUntilChanged()

  /// How much of the duration is over, from 0 to 1.
  public private(set) lazy var fraction = Property($elapsed, $duration) { $1 > .zero ? min(1, $0 / $1) : 1 }

  public private(set) lazy var reset = Command(self) { timer in timer.elapsed = .zero }

  public init(tick: Duration = .milliseconds(100), on scheduler: some Scheduler = .main) {
    Signal.if(isRunning, then: .interval(every: tick, missedBeats: .catchUp, on: scheduler), else: .never)
      .subscribe(with: self) { timer, _ in timer.elapsed = min(timer.elapsed + tick, timer.duration) }
  }
}

extension Duration {
  /// The time as it is shown: `3.2 s`.
  public var inTenths: String {
    let tenths = Int((self / .milliseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
