import Foundation
import Rill

/// One open tab: it receives changes of the page, and sends the actions of its person.
///
/// It receives the looks of elements, and not the events that changed them. Changes during a message to a slow tab are
/// merged into the next one, so a tab is never behind by more than one page.
@MainActor
public final class Tab {
  /// The script of a page whose elements a tab shows. It runs after the base script of all pages.
  public nonisolated static let script = PackageResources.elements_js

  private let elements: [any Element]
  private let send: (String, _ sent: @escaping @Sendable () -> Void) -> Void
  private let watches = CompositeDisposable()
  private let changed = Subject<Void, Never>()
  private let sent = Subject<Void, Never>()
  private var isSending = false

  /// The indexes of the elements whose look is not sent yet: at first all.
  private var stale: IndexSet
  private var known: [Int]
  private var keystrokes: [Int?]

  /// - Parameter send: Sends a message to the page, and calls `sent` when the connection has accepted it.
  public init(
    showing elements: [any Element], send: @escaping (String, _ sent: @escaping @Sendable () -> Void) -> Void
  ) {
    self.elements = elements
    self.send = send
    stale = IndexSet(elements.indices)
    known = elements.map { _ in 0 }
    keystrokes = elements.map { _ in nil }

    for (place, element) in elements.enumerated() {
      watches.add(element.changes.subscribe(with: self) { tab, _ in tab.mark(place) })
    }
    // All changes of one turn of the main queue are sent in one message.
    watches.add(
      changed.deliver(on: .mainAsync, buffering: .newest(1)).subscribe(with: self) { tab, _ in tab.tell() })
    watches.add(
      sent.subscribe(with: self) { tab, _ in
        tab.isSending = false
        tab.tell()
      })
    changed.send()
  }

  deinit { watches.dispose() }

  private func mark(_ place: Int) {
    stale.insert(place)
    changed.send()
  }

  private func tell() {
    guard !isSending, !stale.isEmpty else { return }
    let looks = stale.map { place in
      var look = elements[place].look(&known[place])
      look.id = elements[place].id
      look.keystroke = keystrokes[place]
      return look
    }
    stale.removeAll()
    isSending = true
    send(encode(looks)) { [sent] in sent.send() }
  }

  /// Handles a message of the page.
  public func receive(_ message: String) throws(Refusal) {
    let said = try decode(message)
    guard let place = elements.firstIndex(where: { $0.id == said.id }) else {
      throw Refusal("the page has no element \(said.id.prefix(32))")
    }
    if let text = said.text, let part = said.part {
      try elements[place].receive(.enter(text, into: part))
    } else if let text = said.text {
      keystrokes[place] = said.keystroke
      stale.insert(place)
      try elements[place].receive(.type(text))
      changed.send()
    } else if let pointing = said.pointing {
      try elements[place].receive(.point(pointing, x: said.x ?? 0, y: said.y ?? 0))
    } else {
      try elements[place].receive(.click(key: said.key))
    }
  }
}

/// A message of a page: a click, a text, or an action of the pointer.
private struct Said: Decodable {
  var id: String
  var text: String?
  var keystroke: Int?
  var key: String?
  var part: String?
  var pointing: Pointing?
  var x: Double?
  var y: Double?
}

private func decode(_ message: String) throws(Refusal) -> Said {
  do {
    return try JSONDecoder().decode(Said.self, from: Data(message.utf8))
  } catch {
    throw Refusal("the message cannot be read")
  }
}

private func encode(_ looks: [Look]) -> String {
  do {
    return try String(decoding: JSONEncoder().encode(looks), as: UTF8.self)
  } catch {
    preconditionFailure("The looks of the page cannot be encoded: \(error)")
  }
}
