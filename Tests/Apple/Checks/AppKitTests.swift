import AppKit
import Foundation
import Rill
import Testing

@MainActor @Suite struct AppKitTests {
  @Test func aMailWindow() {
    let model = MailModel()
    model.text = "Dear"
    let window = MailWindow(model)
    #expect(window.text.string == "Dear")
    #expect(window.text.isHidden)
    #expect(!window.send.isEnabled)
    #expect(!window.menuItem.isEnabled)
    window.subject.type("Hello")
    #expect(model.subject == "Hello")
    #expect(!window.text.isHidden)
    window.text.type("Dear Ada")
    #expect(model.text == "Dear Ada")
    window.size.change { window.size.doubleValue = 14 }
    #expect(model.size == 14)
    window.urgent.change { window.urgent.state = .on }
    #expect(model.isUrgent)
    window.send.performClick(nil)
    window.menuItem.choose()
    #expect(model.sent == ["Hello", "Hello"])
    #expect(window.sent.numberOfRows == 2)
    model.isUrgent = false
    #expect(window.urgent.state == .off)
  }

  @Test func randomEditsOfATable() {
    var random = SystemRandomNumberGenerator()
    let items = MutableProperty(Array(0..<10))
    let source = Rows(items)
    let table = NSTableView()
    table.dataSource = source
    table.reload(with: items.collectionEdits())
    for _ in 0..<200 {
      items.value = (0..<Int.random(in: 0...12, using: &random)).map { _ in Int.random(in: 0...5, using: &random) }
      #expect(table.numberOfRows == items.value.count)
    }
  }

  @Test func unbindingRestoresTargetAndEnabledness() {
    let button = NSButton()
    let before = NSObject()
    button.target = before
    let command = Command<Void, Never, Never>(enabledIf: MutableProperty(false)) { Signal<Never, Never>.empty }
    button.bind(command)
    #expect(!button.isEnabled)
    button.unbind()
    #expect(button.isEnabled)
    #expect(button.target === before)
  }
}

@MainActor private final class Rows: NSTableViewDataSource {
  private let items: MutableProperty<[Int]>

  init(_ items: MutableProperty<[Int]>) { self.items = items }

  func numberOfRows(in tableView: NSTableView) -> Int { items.value.count }
}
