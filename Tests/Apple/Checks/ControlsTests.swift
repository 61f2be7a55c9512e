import Foundation
import ObjectiveC
import Rill
import StreamTesting
import Synchronization
import Testing
import UIKit

@MainActor @Suite struct UIKitTests {
  @Test func aSignUpScreen() {
    let model = SignUpModel()
    model.email = "draft"
    let screen = SignUpScreen(model)
    #expect(screen.field.text == "draft")
    #expect(!screen.button.isEnabled)
    screen.field.type("taken@example.org")
    #expect(model.email == "taken@example.org")
    #expect(screen.button.isEnabled)
    screen.button.tap()
    #expect(screen.label.text == "Error: taken")
    model.email = "ada@example.org"
    #expect(screen.field.text == "ada@example.org")
    screen.button.tap()
    #expect(screen.label.text == "Thanks")
    model.email = "ada"
    #expect(!screen.button.isEnabled)
  }

  @Test func controlsHaveTheirValuesByKeyPath() {
    let model = SettingsModel()
    let screen = SettingsScreen(model)
    #expect(screen.slider.value == 3)
    #expect(!screen.slider.isEnabled)
    screen.toggle.change { screen.toggle.isOn = true }
    #expect(model.isLoud)
    #expect(screen.slider.isEnabled)
    screen.slider.change { screen.slider.value = 2.7 }
    #expect(model.volume == 3)
    #expect(screen.slider.value == 2.7)
    screen.stepper.change { screen.stepper.value = 4 }
    #expect(model.copies == 4)
    screen.sizes.change { screen.sizes.selectedSegmentIndex = 2 }
    #expect(model.size == 2)
    let date = Date(timeIntervalSinceReferenceDate: 1000)
    model.birthday = date
    #expect(screen.picker.date == date)
  }

  @Test func aTableShowsTheResults_byTheirEdits() {
    let time = TestScheduler()
    let found = { @Sendable (text: String) in ["swift", "swan", "rust"].filter { $0.hasPrefix(text) } }
    let screen = SearchScreen(found, after: .seconds(1), on: time)
    time.advance(by: .seconds(1))
    let window = UIWindow()
    screen.table.show(in: window)
    let all = screen.table.cellForRow(at: IndexPath(row: 1, section: 0))
    screen.bar.searchTextField.type("s")
    screen.bar.searchTextField.type("sw")
    #expect(screen.table.numberOfRows(inSection: 0) == 3)
    time.advance(by: .seconds(1))
    #expect(screen.table.numberOfRows(inSection: 0) == 2)
    screen.bar.searchTextField.type("swan")
    time.advance(by: .seconds(1))
    #expect(screen.table.numberOfRows(inSection: 0) == 1)
    #expect(screen.table.cellForRow(at: IndexPath(row: 0, section: 0)) === all)
    screen.bar.searchTextField.type("")
    time.advance(by: .seconds(1))
    let shown = (0..<3).map { screen.table.cellForRow(at: IndexPath(row: $0, section: 0)) as? HitCell }
    #expect(shown.map { $0?.title.text } == ["swift", "swan", "rust"])
  }

  /// Random sequences of edits, compared with a list that receives only its edits.
  @Test func randomEditsOfATable() {
    var random = SystemRandomNumberGenerator()
    let items = MutableProperty((0..<10).map { $0 })
    let source = Rows(items)
    let (table, collection, window) = (UITableView(), UICollectionView(), UIWindow())
    table.dataSource = source
    collection.dataSource = source
    table.show(in: window)
    collection.show(in: window)
    table.reload(with: items.collectionEdits())
    collection.reload(with: items.collectionEdits())
    for _ in 0..<200 {
      items.modify { items in
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          if Bool.random(using: &random), !items.isEmpty {
            items.remove(at: Int.random(in: items.indices, using: &random))
          } else {
            items.insert(Int.random(in: 0...9, using: &random), at: Int.random(in: 0...items.count, using: &random))
          }
        }
      }
      let shown = (0..<items.value.count).map { table.cellForRow(at: IndexPath(row: $0, section: 0)) as? NumberCell }
      #expect(shown.map { $0?.number } == items.value)
      #expect(collection.numberOfItems(inSection: 0) == items.value.count)
    }
  }

  @Test func aCellFollowsItsRowUntilItIsUsedAgain() {
    let (first, second, cell) = (Share(), Share(), PriceCell())
    cell.show(first)
    first.price = 2
    #expect(cell.price.text == "2.0 €")
    cell.prepareForReuse()
    cell.show(second)
    first.price = 3
    #expect(cell.price.text == "0.0 €")
    second.price = 4
    #expect(cell.price.text == "4.0 €")
  }

  @Test func refreshingEndsWithTheExecution() {
    let answers = Subject<Int, Never>()
    let load = Command<Void, Int, Never> { answers.take(1) }
    let control = UIRefreshControl()
    refresh(by: control, with: load)
    control.pull()
    #expect(control.isRefreshing)
    #expect(load.isExecuting)
    answers.send(1)
    #expect(!control.isRefreshing)
    control.pull()
    load.cancelAll()
    #expect(!control.isRefreshing)
  }

  @Test func barButtonsGesturesAndEvents() {
    let closed = Subject<Void, Never>()
    let close = Command<Void, Never, Never> {
      closed.send(); return Signal<Never, Never>.empty
    }
    let (done, tap, field) = (UIBarButtonItem(), UITapGestureRecognizer(), UITextField())
    let count = MutableProperty(0)
    count <~ closed.scan(0) { count, _ in count + 1 }
    let (taps, isTyping) = wire(done, tap, close, field)
    var typing: [Bool] = []
    let handle = isTyping.subscribe { typing.append($0) }
    done.tap()
    tap.tap()
    tap.tap()
    field.sendActions(for: .editingDidBegin)
    field.sendActions(for: .editingDidEnd)
    #expect(count.value == 1)
    #expect(taps.value == 2)
    #expect(typing == [true, false])
    handle.dispose()
    #expect(field.allTargets.isEmpty)
  }

  @Test func aBarButtonHasItsFormerTargetBack() {
    let item = UIBarButtonItem()
    let before = NSObject()
    item.target = before
    item.action = Selector(("before:"))
    let handle = item.activations.subscribe {}
    #expect(item.target !== before)
    handle.dispose()
    #expect(item.target === before)
    #expect(item.action == Selector(("before:")))
  }

  @Test func aTextView() {
    let view = UITextView()
    let text = MutableProperty("before")
    let heard = MutableProperty<[String]>([])
    view.channel(\.text) <~> text.terminal
    text.subscribe { value in heard.modify { $0.append(value) } }
    #expect(view.text == "before")
    view.type("typed")
    #expect(heard.value == ["before", "typed"])
  }

  @Test func theKeyboard() {
    var frames: [CGRect] = []
    let handle = NotificationCenter.default.keyboardFrames.subscribe { frames.append($0) }
    let frame = CGRect(x: 0, y: 500, width: 400, height: 300)
    let (name, key) = (UIResponder.keyboardWillChangeFrameNotification, UIResponder.keyboardFrameEndUserInfoKey)
    NotificationCenter.default.post(name: name, object: nil, userInfo: [key: frame])
    NotificationCenter.default.post(name: name, object: nil)
    #expect(frames == [frame])
    handle.dispose()
  }

  @Test func aSignalOfAControlBeginsWithItsValue_andEndsWithIt() {
    var field: UITextField? = UITextField()
    field?.text = nil
    var heard: [String] = []
    var isOver = false
    field?.signal(for: \.text).subscribe {
      heard.append($0)
    } completed: {
      isOver = true
    }
    field?.type("a")
    field?.text = "set by the program"
    field?.type("b")
    #expect(heard == ["", "a", "b"])
    weak let gone = field
    field = nil
    #expect(gone == nil)
    #expect(isOver)
  }

  @Test func aBindingEndsWithItsControlOrIsDisposed() {
    let model = SignUpModel()
    var field: UITextField? = UITextField()
    let binding = field!.channel(\.text) <~> model.channel(\.email)
    #expect(field?.allTargets.count == 1)
    weak let gone = field
    field = nil
    #expect(gone == nil)
    #expect(binding.isDisposed)
    let other = UITextField()
    for _ in 0..<100 { (other.channel(\.text) <~> model.channel(\.email)).dispose() }
    #expect(other.allTargets.isEmpty)
    model.email = "alone"
    #expect(other.text == "")
  }

  @Test func twoScreensOfOneModel() {
    let model = SignUpModel()
    let (one, other) = (SignUpScreen(model), SignUpScreen(model))
    one.field.type("a")
    #expect(other.field.text == "a")
    other.field.type("ab")
    #expect(one.field.text == "ab")
    #expect(model.email == "ab")
  }

  /// Eight threads change the model while one types; at the end all agree.
  @Test func threadsChangeTheModelWhileTheUserTypes() async {
    let text = MutableProperty("")
    let (one, other) = (UITextField(), UITextField())
    one.channel(\.text) <~> text.terminal
    other.channel(\.text) <~> text.terminal
    let others = Task.detached {
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<8 {
          group.addTask { for number in 0..<100 { text.value = "\(thread) \(number)" } }
        }
      }
    }
    for number in 0..<100 {
      one.type("typed \(number)")
      await Task.yield()
    }
    await others.value
    while one.text != text.value || other.text != text.value { await Task.yield() }
    one.type("last")
    #expect(text.value == "last")
    #expect(other.text == "last")
  }
}

private final class NumberCell: UITableViewCell {
  var number = 0
}

@MainActor private final class Rows: UITableViewDataSource, UICollectionViewDataSource {
  private let items: MutableProperty<[Int]>

  init(_ items: MutableProperty<[Int]>) { self.items = items }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { items.value.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = NumberCell()
    cell.number = items.value[indexPath.row]
    return cell
  }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    items.value.count
  }
}
