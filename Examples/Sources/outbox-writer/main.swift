import Foundation
import Rill
import SQLite

/// Posts letters to an outbox that has a store, until it is killed: see Examples/EndToEnd/outbox.
///
///     outbox-writer FILE        posts; prints `posting K`, `stored K`, `taking K`, and `done K` for each key K
///     outbox-writer FILE list   prints the keys that wait
///
/// A FILE that ends in `.sqlite` is a database. The other side takes most letters. A line is written before the program
/// continues, so each line in the output is true when the program is killed.
typealias Letters = Outbox<String, Void, Never>

func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  var done = 0
  while done < bytes.count {
    let count = bytes.withUnsafeBytes { write(1, $0.baseAddress! + done, $0.count - done) }
    guard count > 0 else { exit(0) }
    done += count
  }
}

func list(_ store: some OutboxStore<String>) throws(StoreFailure) {
  for entry in try store.entries() { say("waits \(entry.key)") }
}

func post(to store: some OutboxStore<String>) throws(StoreFailure) {
  let lane: @Sendable (String) -> String = { String($0.prefix(1)) }
  let letters = try Letters(store: store, limit: 100_000, lane: lane, retrying: .immediate()) {
    entries -> Signal<Letters.Acknowledgement, Never> in
    let entry = entries[0]
    // One lane takes nothing, so that the file grows.
    guard !entry.message.hasPrefix("0") else { return .never }
    say("taking \(entry.key)")
    return .just(Letters.Acknowledgement(key: entry.key, answer: ()))
  }
  let run = "\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
  for number in 0..<Int.max {
    let key = "\(run)-\(number)"
    say("posting \(key)")
    letters.post("\(number % 50 == 0 ? 0 : number % 4 + 1) letter \(number)", key: key).subscribe(
      next: { say("done \(key)") },
      failed: { failure in
        say("failed \(key) \(failure)")
        exit(1)
      })
    say("stored \(key)")
  }
}

guard CommandLine.arguments.count > 1 else {
  FileHandle.standardError.write(Data("outbox-writer FILE [list]\n".utf8))
  exit(2)
}

// A write beyond the limit of the shell's `ulimit -f` is to fail as on a full disk.
signal(SIGXFSZ, SIG_IGN)
let path = CommandLine.arguments[1]
let isListing = CommandLine.arguments.dropFirst(2).first == "list"
do throws(StoreFailure) {
  if path.hasSuffix(".sqlite") {
    let store = try SQLiteOutboxStore<String>(path: path)
    if isListing { try list(store) } else { try post(to: store) }
  } else {
    let store = try FileOutboxStore<String>(at: URL(fileURLWithPath: path))
    if let cut = store.cut { say("cut \(cut.count)") }
    if isListing { try list(store) } else { try post(to: store) }
  }
} catch {
  say("failed - \(error)")
  exit(1)
}
