import AppKit
import Observation
import Rill

@MainActor final class MailModel: Observable {
  @Observed var subject = ""
  @Observed var text = ""
  @Observed var size = 12.0
  @Observed var isUrgent = false
  @Observed private(set) var sent: [String] = []

  private(set) lazy var send = Command(self, enabledIf: $subject.map { !$0.isEmpty }) { (model) in
    model.sent.append(model.subject)
  }
}

/// The same calls in AppKit; the table applies the edits of the list.
@MainActor final class MailWindow: NSTableViewDataSource {
  let subject = NSTextField()
  let text = NSTextView()
  let size = NSSlider()
  let urgent = NSButton()
  let send = NSButton()
  let menuItem = NSMenuItem()
  let sent = NSTableView()
  private let model: MailModel

  init(_ model: MailModel) {
    self.model = model
    sent.dataSource = self
    subject.channel(\.stringValue) <~> model.channel(\.subject)
    text.channel(\.string) <~> model.channel(\.text)
    size.channel(\.doubleValue) <~> model.channel(\.size)
    urgent.channel(\.state) <~> model.channel(\.isUrgent).converted(to: { $0 ? .on : .off }, from: { $0 == .on })
    send.bind(model.send)
    menuItem.bind(model.send)
    bind(\.isHidden, of: text, to: model.$subject.map(\.isEmpty))
    sent.reload(with: model.$sent.collectionEdits(), animation: .effectFade)
  }

  func numberOfRows(in tableView: NSTableView) -> Int { model.sent.count }
}
