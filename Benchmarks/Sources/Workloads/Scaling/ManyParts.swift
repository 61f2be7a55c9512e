import Measuring
import Rill

/// A stream that is split into a growing number of streams.
enum ManyParts {
  static let grouped = Scale<Library>(
    "grouped_keys", "ns per value, two for each key", sizes: .decades,
    [
      .rill: { count in
        let total = Total()
        let source = stored(Signal(0..<2 * count))
        return nanoseconds(perEachOf: 2 * count) {
          source.grouped { $0 % count }.subscribe { group in group.subscribe { total.add($0) } }
        }
      },
      .hand: { count in
        let total = Total()
        return nanoseconds(perEachOf: 2 * count) {
          var groups: [Int: HandSubject] = [:]
          for number in 0..<2 * count {
            let key = number % count
            if groups[key] == nil {
              let group = HandSubject()
              groups[key] = group
              _ = group.add(stored { total.add($0) })
            }
            groups[key]?.send(number)
          }
        }
      },
    ])

  static let windows = Scale<Library>(
    "windows", "ns per value, two for each window, all of which are kept", sizes: .decades,
    [
      .rill: { count in
        let total = Total()
        let source = stored(Signal(0..<2 * count))
        return nanoseconds(perEachOf: 2 * count) {
          source.window(count: 2).collect().subscribe { windows in
            for window in windows { window.subscribe { total.add($0) } }
          }
        }
      },
      .hand: { count in
        let total = Total()
        return nanoseconds(perEachOf: 2 * count) {
          var windows: [HandSubject] = []
          for number in 0..<2 * count {
            if number.isMultiple(of: 2) { windows.append(HandSubject()) }
            windows.last?.send(number)
          }
          for window in windows { _ = window.add(stored { total.add($0) }) }
        }
      },
    ])
}
