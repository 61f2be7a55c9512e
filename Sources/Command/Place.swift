import StreamCore

/// Where observers are told.
///
/// A scheduler takes its actions as closures, which are objects. Of the two that a command mostly has, it can be known beforehand that they would
/// run the action at once, and then there is no need for one.
@usableFromInline
enum Place: Sendable {
  case caller
  case main(MainScheduler)
  case elsewhere(any Scheduler)

  @usableFromInline
  init(_ scheduler: any Scheduler) {
    switch scheduler {
    case let main as MainScheduler: self = .main(main)
    case is ImmediateScheduler: self = .caller
    default: self = .elsewhere(scheduler)
    }
  }

  /// Whether this is the place, now.
  var isHere: Bool {
    switch self {
    case .caller: true
    case .main(let main): main.isHere
    case .elsewhere: false
    }
  }

  func schedule(_ action: @escaping @Sendable () -> Void) {
    switch self {
    case .caller: action()
    case .main(let main): main.schedule(action)
    case .elsewhere(let scheduler): scheduler.schedule(action)
    }
  }
}
