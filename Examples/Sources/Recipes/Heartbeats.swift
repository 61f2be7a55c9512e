import Observation
import Rill

struct Conversation: Identifiable, Equatable, Sendable {
  let id: Int
  var day: Int
  var isPinned = false
  var isUnread = false

  /// The number of heartbeats so far.
  var beats = 0

  func comes(before other: Conversation) -> Bool { isPinned != other.isPinned ? isPinned : id < other.id }
}

/// Conversations, each of which has a heartbeat now and then.
final class Inbox: Sendable {
  let conversations: TableProperty<Conversation.ID, Conversation>
  let unread: Property<Int>
  let pinnedFirst: DerivedList<Conversation>
  let byDay: DerivedTable<Int, Int>

  /// - Parameter onRead: Counts how often a conversation is read.
  init(_ all: [Conversation], onRead: @escaping @Sendable () -> Void = {}) {
    conversations = TableProperty(all)
    let read: @Sendable (Conversation) -> Conversation = { conversation in
      onRead()
      return conversation
    }
    unread = conversations.count { read($0).isUnread }
    pinnedFirst = conversations.sorted { read($0).comes(before: $1) }
    byDay = conversations.grouped(by: { read($0).day }) { $0.count }
  }

  func beat(_ id: Conversation.ID) { conversations.modify(id: id) { $0.beats += 1 } }
}

/// The same with `@Observable`: each heartbeat invalidates the array, and so all that is computed from it.
@Observable
final class ObservableInbox {
  var conversations: [Conversation]
  @ObservationIgnored private let onRead: () -> Void

  init(_ all: [Conversation], onRead: @escaping () -> Void = {}) { (conversations, self.onRead) = (all, onRead) }

  var unread: Int { conversations.count { read($0).isUnread } }
  var pinnedFirst: [Conversation] { conversations.sorted { read($0).comes(before: $1) } }
  var byDay: [Int: Int] { Dictionary(grouping: conversations) { read($0).day }.mapValues(\.count) }

  private func read(_ conversation: Conversation) -> Conversation {
    onRead()
    return conversation
  }

  func beat(_ id: Conversation.ID) {
    guard let index = conversations.firstIndex(where: { $0.id == id }) else { return }
    conversations[index].beats += 1
  }
}
