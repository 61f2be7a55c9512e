/// A line that is being edited: bytes of the keyboard in, events out.
public struct LineEditor {
  public enum Event: Equatable {
    case line(String)
    /// Ctrl-D on an empty line.
    case end
    /// Ctrl-C, Ctrl-Z or Ctrl-\, by its byte.
    case control(UInt8)
  }

  /// How many columns the terminal has. A longer line is shown in part.
  public var columns = 80
  private var line: [Character] = []
  private var cursor = 0
  private var history: [String] = []
  /// The place in the history, and the new line while an older one is shown.
  private var recalled = 0
  private var draft: [Character] = []
  /// The bytes of an unfinished key or character.
  private var pending: [UInt8] = []

  public init() {}

  public var isEmpty: Bool { line.isEmpty }

  /// The text that draws the line on its row and puts the cursor into it. Wide characters need no special care.
  public var redraw: String {
    let start = max(0, cursor - (columns - 1))
    let shown = line[start...].prefix(max(1, columns - 1))
    return "\r\u{1B}[K" + String(shown) + "\r" + String(line[start..<cursor])
  }

  /// Receives a byte, and returns the event that it completes.
  public mutating func receive(_ byte: UInt8) -> Event? {
    if pending.first == 0x1B {
      pending.append(byte)
      let isIntroducer = pending.count == 2 && (byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O"))
      if !isIntroducer, pending.count == 2 || (0x40...0x7E).contains(byte) { key() }
      return nil
    }
    switch byte {
    case 0x0A, 0x0D: return submit()
    case 0x01: cursor = 0
    case 0x03, 0x1A, 0x1C: return .control(byte)
    case 0x04: if line.isEmpty { return .end } else { delete() }
    case 0x05: cursor = line.count
    case 0x08, 0x7F: erase()
    case 0x0B: line.removeSubrange(cursor...)
    case 0x15:
      line.removeSubrange(..<cursor)
      cursor = 0
    case 0x1B: pending = [byte]
    case 0x20...: insert(byte)
    default: break
    }
    return nil
  }

  private mutating func key() {
    let name = String(decoding: pending.dropFirst(2), as: UTF8.self)
    pending = []
    switch name {
    case "A": recall(recalled - 1)
    case "B": recall(recalled + 1)
    case "C": cursor = min(cursor + 1, line.count)
    case "D": cursor = max(cursor - 1, 0)
    case "H", "1~", "7~": cursor = 0
    case "F", "4~", "8~": cursor = line.count
    case "3~": delete()
    default: break
    }
  }

  private mutating func submit() -> Event {
    let text = String(line)
    if !text.isEmpty, history.last != text { history.append(text) }
    recalled = history.count
    (line, draft, pending, cursor) = ([], [], [], 0)
    return .line(text)
  }

  private mutating func recall(_ index: Int) {
    guard (0...history.count).contains(index), index != recalled else { return }
    if recalled == history.count { draft = line }
    recalled = index
    line = index == history.count ? draft : Array(history[index])
    cursor = line.count
  }

  private mutating func delete() { if cursor < line.count { line.remove(at: cursor) } }

  private mutating func erase() {
    guard cursor > 0 else { return }
    cursor -= 1
    line.remove(at: cursor)
  }

  private mutating func insert(_ byte: UInt8) {
    if byte & 0xC0 != 0x80 { pending = [] }
    pending.append(byte)
    guard let text = String(validating: pending, as: UTF8.self) else {
      if pending.count >= 4 { pending = [] }
      return
    }
    pending = []
    // A combining mark joins the character before it.
    let before = Array(String(line[..<cursor]) + text)
    line = before + line[cursor...]
    cursor = before.count
  }
}
