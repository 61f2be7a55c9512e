import Measuring
import OpenCombine
import Rill

/// One subject with a growing number of observers, each behind a map.
enum ObserverCount {
  
  static let delivering = Scale<Library>(
    "observers", "ns per delivery", sizes: .decades,
    [
      .rill: { Rill.Subject<Int, Never>.with($0).sends },
      .openCombine: { PassthroughSubject<Int, Never>.with($0).sends },
      .hand: { HandSubject.with($0).sends },
    ])

  /// There is no version by hand: removing from an array takes time proportional to the number of observers.
  static let comingAndGoing = Scale<Library>(
    "observers_come_and_go", "ns to subscribe and dispose one among the others", sizes: .decades,
    [
      .rill: { Rill.Subject<Int, Never>.with($0).comesAndGoes },
      .openCombine: { PassthroughSubject<Int, Never>.with($0).comesAndGoes },
    ])

  fileprivate static let deliveries = 200_000
  fileprivate static let guests = 1_000
}

private struct Crowd {
  let observers: Int
  let send: (Int) -> Void
  let visit: () -> Void

  var sends: Double {
    let rounds = max(1, ObserverCount.deliveries / observers)
    send(0)
    return nanoseconds(per: rounds * observers) { for number in 0..<rounds { send(number) } }
  }

  var comesAndGoes: Double {
    nanoseconds(per: ObserverCount.guests) { for _ in 0..<ObserverCount.guests { visit() } }
  }
}

extension Rill.Subject<Int, Never> {
  fileprivate static func with(_ observers: Int) -> Crowd {
    let total = Total()
    let subject = Rill.Subject<Int, Never>()
    for _ in 0..<observers { subject.map { $0 &+ 1 }.subscribe { total.add($0) } }
    return Crowd(observers: observers, send: subject.send) {
      subject.map { $0 &+ 1 }.subscribe { total.add($0) }.dispose()
    }
  }
}

extension PassthroughSubject<Int, Never> {
  fileprivate static func with(_ observers: Int) -> Crowd {
    let total = Total()
    let subject = PassthroughSubject<Int, Never>()
    let subscriptions = (0..<observers).map { _ in subject.map { $0 &+ 1 }.sink { total.add($0) } }
    // Cancelled when they are released.
    return Crowd(observers: observers, send: { number in withExtendedLifetime(subscriptions) { subject.send(number) } }) {
      subject.map { $0 &+ 1 }.sink { total.add($0) }.cancel()
    }
  }
}

extension HandSubject {
  fileprivate static func with(_ observers: Int) -> Crowd {
    let total = Total()
    let subject = HandSubject()
    for _ in 0..<observers {
      let receive = stored { total.add($0) }
      _ = subject.add(stored { receive($0 &+ 1) })
    }
    return Crowd(observers: observers, send: subject.send) {
      let receive = stored { total.add($0) }
      subject.remove(subject.add(stored { receive($0 &+ 1) }))
    }
  }
}
