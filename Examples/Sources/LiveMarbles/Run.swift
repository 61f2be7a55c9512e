/// A value or an end at a tick.
public struct MarbleEvent: Sendable, Encodable, Equatable {
  public enum Kind: String, Sendable, Encodable { case value, completed, failed }

  public let tick: Int
  public let kind: Kind

  /// The value as a text, or the character of the end.
  public var label: String
}

/// The events of one stream.
public struct Row: Sendable, Encodable {
  public let name: String
  public var events: [MarbleEvent]

  /// The events as a marble string. Each label has one character.
  ///
  /// - Parameter length: The number of ticks of a stream without an end.
  func marbles(length: Int) -> String {
    let hasEnd = events.last.map { $0.kind != .value } ?? false
    let last = events.last.map(\.tick) ?? 0
    return (0..<(hasEnd ? last + 1 : max(length, last + 1))).map { tick in
      let labels = events.filter { $0.tick == tick }.map(\.label)
      return labels.isEmpty ? "-" : labels.count == 1 ? labels[0] : "(\(labels.joined()))"
    }.joined()
  }
}

/// The inputs and outputs of an operator, event by event.
public struct Run: Sendable, Encodable {
  /// A letter, and the value for which it stands.
  public struct Word: Sendable, Encodable, Equatable {
    public let letter: String
    public let value: String
  }

  /// The events of each input.
  public let inputs: [[MarbleEvent]]

  /// The output, and the windows or groups that it has sent.
  public let outputs: [Row]

  /// The letters of values whose text is longer than a character.
  public let legend: [Word]

  /// The number of ticks that were run.
  public let length: Int

  init(inputs: [[MarbleEvent]], outputs: [Row], length: Int) {
    let events = outputs.flatMap(\.events).filter { $0.kind == .value && $0.tick < length }
    var letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[...]
    let single = Set(events.map(\.label).filter(\.isMarble))
    letters.removeAll { single.contains(String($0)) }
    var legend: [Word] = []
    for event in events where !event.label.isMarble && !legend.contains(where: { $0.value == event.label }) {
      legend.append(Word(letter: letters.popFirst().map(String.init) ?? "?", value: event.label))
    }
    self.inputs = inputs
    self.outputs = outputs.map { row in
      var row = row
      row.events = row.events.filter { $0.tick < length }.map { event in
        var event = event
        if let word = legend.first(where: { $0.value == event.label }), event.kind == .value {
          event.label = word.letter
        }
        return event
      }
      return row
    }
    self.legend = legend
    self.length = length
  }
}

extension String {
  /// Whether it is a value of a marble string.
  fileprivate var isMarble: Bool { count == 1 && allSatisfy { $0.isLetter || $0.isNumber } }
}
