import Foundation

/// Rows of text in columns under a heading, readable as Markdown and in a terminal.
package struct Table: Sendable {
  package let heading: [String]
  package private(set) var rows: [[String]] = []

  package init(_ heading: [String]) { self.heading = heading }

  package mutating func append(_ row: [String]) {
    precondition(row.count == heading.count, "A row of \(row.count) does not fit \(heading.count) columns.")
    rows.append(row)
  }

  /// The text of the table: the first column is left-aligned, the others are right-aligned.
  package var text: String {
    let widths = heading.indices.map { column in ([heading] + rows).map { $0[column].count }.max()! }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).enumerated().map { column, cell in
        let room = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + room : room + cell.0
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    let rule = widths.enumerated().map { column, width in
      column == 0 ? String(repeating: "-", count: width) : String(repeating: "-", count: width - 1) + ":"
    }
    return ([line(heading), "| " + rule.joined(separator: " | ") + " |"] + rows.map(line)).joined(separator: "\n")
  }
}

extension Table {
  /// Returns nanoseconds per event, with ratios.
  package static func times(_ rows: [Row]) -> Table {
    let libraries = Library.allCases
    var table = Table(["workload"] + libraries.map(\.rawValue) + ["spread", "peer / Rill", "Rill / by hand", "goal"])
    for row in rows {
      var cells = [row.workload]
      for library in libraries { cells.append(number(row.nanoseconds[library]?.median)) }
      cells.append(row.nanoseconds[.rill].map { "± \(number($0.spread * 100)) %" } ?? "-")
      cells.append(number(row.lead))
      cells.append(number(row.overhead))
      cells.append(number(row.goal) + (row.missesGoal ? " missed" : ""))
      table.append(cells)
    }
    return table
  }
}

/// Returns three digits: 0.23, 4.7, 27, 1,125. A dash stands for a missing number, and for a division by zero.
package func number(_ value: Double?) -> String {
  guard let value, value.isFinite else { return "-" }
  if abs(value) < 0.005 { return "0" }
  if abs(value) < 0.995 { return String(format: "%.2f", value) }
  if abs(value) < 9.95 { return String(format: "%.1f", value) }
  return Int(value.rounded()).formatted(.number.locale(Locale(identifier: "en_US")))
}

extension Table {
  /// Returns allocations per event, with those of the set-up in brackets.
  package static func allocations(_ rows: [CountRow]) -> Table {
    counts("allocations per event (once)", rows) { "\(number($0.allocations)) (\(number($0.setUpAllocations)))" }
  }

  /// Returns instructions per event.
  package static func instructions(_ rows: [CountRow]) -> Table {
    counts("instructions per event", rows) { number($0.instructions) }
  }

  /// Returns atomic operations per event.
  package static func atomics(_ rows: [CountRow]) -> Table {
    counts("atomic operations per event", rows) { number($0.atomics) }
  }

  /// Returns instructions per event in a debug build, and Rill's ratio to the release build.
  package static func debugBuilds(_ rows: [CountRow], release: [CountRow]) -> Table {
    var table = Table(["instructions in a debug build"] + Library.allCases.map(\.rawValue) + ["Rill, debug / release"])
    for row in rows where !row.dependsOnTiming {
      let inRelease = release.first { $0.workload == row.workload }?.counts[.rill]?.instructions
      let inDebug = row.counts[.rill]?.instructions
      let ratio = inRelease.flatMap { inRelease in inDebug.map { $0 / inRelease } }
      table.append(
        [row.workload] + Library.allCases.map { number(row.counts[$0]?.instructions) } + [number(ratio)])
    }
    return table
  }

  private static func counts(_ title: String, _ rows: [CountRow], _ text: (Counts) -> String) -> Table {
    var table = Table([title] + Library.allCases.map(\.rawValue))
    for row in rows {
      table.append([row.workload] + Library.allCases.map { row.counts[$0].map(text) ?? "-" })
    }
    return table
  }
}

extension Table {
  package static func footprints(_ footprints: [Footprint]) -> Table {
    var table = Table([
      "live subscription", "bytes", "blocks", "allocations to make it", "bytes per operator", "blocks per operator",
      "bytes left when disposed",
    ])
    for footprint in footprints {
      let numbers = [
        footprint.bytes, footprint.blocks, footprint.allocations, footprint.bytesPerOperator,
        footprint.blocksPerOperator, max(0, footprint.bytesLeft),
      ]
      table.append([footprint.library.rawValue] + numbers.map { number($0) })
    }
    return table
  }

  package static func growth(_ rows: [Growth]) -> Table {
    var table = Table(["instructions for each", "of so many", "of a tenth", "of all", "ratio"])
    for row in rows { table.append([row.name, number(Double(row.size)), number(row.few), number(row.many), number(row.ratio)]) }
    return table
  }

  /// Returns one table for each scale: sizes as columns, implementations as rows.
  package static func scale<Who: Contender>(_ row: ScaleRow<Who>) -> Table {
    var table = Table([row.name] + row.sizes.map { $0.formatted(.number.locale(Locale(identifier: "en_US"))) })
    for who in Who.allCases {
      if let nanoseconds = row.nanoseconds[who] {
        table.append([who.rawValue] + nanoseconds.map { $0.map { number($0) } ?? "-" })
      }
    }
    return table
  }
}

extension Table {
  /// Returns the limits of Rill's counts beside the instructions of the fastest peer and of the code written by hand.
  package static func limits(_ thresholds: Thresholds, beside rows: [CountRow]) -> Table {
    var table = Table(["workload", "allocations (once)", "atomic operations", "instructions", "of a peer", "by hand"])
    for row in rows {
      guard let limit = thresholds.limits[row.workload] else { continue }
      let allocations = "\(number(limit.allocations)) (\(number(limit.setUpAllocations)))"
      table.append([
        row.workload, allocations, number(limit.atomics),
        number(limit.instructions), number(Library.peers.compactMap { row.counts[$0]?.instructions }.min()),
        number(row.counts[.hand]?.instructions),
      ])
    }
    return table
  }

  /// Returns the limits of Rill's graphs beside the instructions of plain objects.
  package static func limits(_ thresholds: Thresholds, beside rows: [GraphCountRow]) -> Table {
    var table = Table(
      ["instructions", "for each"] + Engine.rill.map(\.rawValue) + [Engine.baseline.rawValue]
        + Engine.rill.map { "\($0.rawValue): atomic" })
    for row in rows {
      guard let limits = thresholds.derived[row.workload] else { continue }
      table.append(
        [row.workload, row.unit] + Engine.rill.map { number(limits[$0]?.instructions) }
          + [number(row.instructions[.baseline])] + Engine.rill.map { number(limits[$0]?.atomics) })
    }
    return table
  }

  /// Returns Rill's time per item at four sizes of each scale.
  package static func growing(_ rows: [ScaleRow<Library>]) -> Table {
    let sizes = [1, 100, 10_000, 1_000_000]
    var table = Table(["scale", "of 1", "of 100", "of 10,000", "of 1,000,000"])
    for row in rows {
      guard let nanoseconds = row.nanoseconds[.rill] else { continue }
      let times = Dictionary(zip(row.sizes, nanoseconds), uniquingKeysWith: { first, _ in first })
      table.append([row.name] + sizes.map { number(times[$0] ?? nil) })
    }
    return table
  }
}
