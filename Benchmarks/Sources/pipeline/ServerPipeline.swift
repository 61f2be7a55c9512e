import Foundation
import Rill

/// The work of a server program that reads a file, averages numbers by station and stores the averages.
///
/// At most four averages are stored at a time.
enum ServerPipeline {
  /// Returns the sum of the stored numbers.
  static func rill(_ file: URL) async -> Int {
    let stored = Signal.contents(of: file).lines()
      .map { Measurement($0) }
      .reduce(by: \.station, into: Average()) { $0.add($1.number) }
      .map(awaiting: .merge(maxConcurrent: 4)) { await store($0.key, $0.result.mean) }
    return try! await stored.sum().single
  }

  /// The same with a stream for each group.
  static func groups(_ file: URL) async -> Int {
    let stored = Signal.contents(of: file).lines()
      .map { Measurement($0) }
      .grouped(by: \.station) { $0.number }
      .flatMap { group in group.average().map { (station: group.key, mean: $0) } }
      .map(awaiting: .merge(maxConcurrent: 4)) { await store($0.station, $0.mean) }
    return try! await stored.sum().single
  }

  /// The same as a loop over a buffer, a dictionary and a task group.
  static func hand(_ file: URL) async -> Int {
    var averages: [String: Average] = [:]
    try! forEachLine(of: file) { line in
      let measurement = Measurement(line)
      averages[measurement.station, default: Average()].add(measurement.number)
    }
    return await withTaskGroup(of: Int.self) { group in
      var total = 0
      var running = 0
      for (station, average) in averages {
        if running == 4 {
          total += await group.next()!
          running -= 1
        }
        group.addTask { await store(station, average.mean) }
        running += 1
      }
      for await stored in group { total += stored }
      return total
    }
  }

  private static func forEachLine(of file: URL, _ body: (String) -> Void) throws {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    var start = Data()
    while let piece = try handle.read(upToCount: 64 * 1_024), !piece.isEmpty {
      piece.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress, let feed = memchr(base, 10, rest.count) {
          let end = rest.startIndex + (UnsafeRawPointer(feed) - base)
          if start.isEmpty {
            body(String(decoding: rest[..<end], as: UTF8.self))
          } else {
            start.append(contentsOf: rest[..<end])
            body(String(decoding: start, as: UTF8.self))
            start.removeAll(keepingCapacity: true)
          }
          rest = rest[(end + 1)...]
        }
        start.append(contentsOf: rest)
      }
    }
    if !start.isEmpty { body(String(decoding: start, as: UTF8.self)) }
  }

  private struct Average: Sendable {
    private var sum = 0.0
    private var count = 0

    var mean: Double { sum / Double(count) }

    mutating func add(_ number: Int) {
      sum += Double(number)
      count += 1
    }
  }

  private struct Measurement: Sendable {
    let station: String
    let number: Int

    init(_ line: String) {
      let semicolon = line.utf8.firstIndex(of: UInt8(ascii: ";"))!
      station = String(line[..<semicolon])
      number = Int(line[line.utf8.index(after: semicolon)...])!
    }
  }

  /// Stands for a request to a database.
  @inline(never)
  private static func store(_ station: String, _ mean: Double) async -> Int {
    await Task.yield()
    return Int(mean * 1_000) &+ station.utf8.count
  }
}
