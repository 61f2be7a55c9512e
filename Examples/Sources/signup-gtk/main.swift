import Foundation
import GtkControls
import Rill
import SignUpModel

// The sign-up screen in windows of GTK 4.
//   signup-gtk [store]                 type an address, click Subscribe, open another window
//   signup-gtk --open-and-close 1000   opens and closes so many windows, and says what is left of them
//   signup-gtk --from-threads          the address is changed by eight threads while one types

let arguments = Array(CommandLine.arguments.dropFirst())
guard openDisplay() else {
  print("There is no display: set DISPLAY, or use xvfb-run.")
  exit(1)
}

let file = arguments.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
let store = file ?? FileManager.default.temporaryDirectory.appendingPathComponent("signup-\(NSUserName()).txt").path
let model = SignUpModel(service: FileMailingList(path: store, latency: .milliseconds(600)))
let subscribers = ObservableList<String>()
var windows: [SignUpWindow] = []

// What the model comes to, for who watches from outside.
model.subscribe.completions.subscribe { if let email = model.subscribed { subscribers.append(email) } }
model.$status.skip(1).subscribe { say("status: \($0)") }
model.$email.skip(1).subscribe { _ in say("shown: \(windows.map(\.entry.text).joined(separator: " | "))") }
subscribers.edits.skip(1).deliver(on: .mainAsync).subscribe { _ in
  say("rows: \(windows.map { "\($0.people.count)" }.joined(separator: " | "))")
}

@MainActor func say(_ line: String) {
  print(line)
  fflush(nil)
}

let open = Command<Void, Never, Never> { @MainActor in
  openWindow()
  return Signal<Never, Never>.empty
}

/// What the last thread has set may still be on its way to the main actor.
@MainActor func sayWhenTheyAgree() {
  if windows[0].entry.text == model.email { return say("through: one address") }
  DispatchQueue.main.async { sayWhenTheyAgree() }
}

@MainActor func openWindow() {
  let opened = SignUpWindow(model, subscribers, open)
  windows.append(opened)
  opened.window.closed.take(1).subscribe { windows.removeAll { $0 === opened } }
  opened.window.present()
}

if arguments.first == "--open-and-close" {
  for _ in 0..<(arguments.dropFirst().first.flatMap { Int($0) } ?? 1000) {
    openWindow()
    model.email = "a@b.\(windows.count)"
    MainLoop.catchUp()
    windows[0].window.close()
    MainLoop.catchUp()
  }
  say("left: \(windows.count) windows, \(Widget.count) widgets")
} else {
  openWindow()
  if arguments.first == "--from-threads" {
    let (address, threads) = (channel(\.email, of: model), DispatchGroup())
    for thread in 0..<8 {
      threads.enter()
      Thread.detachNewThread {
        for number in 0..<2_000 {
          address.send("\(thread).\(number)@example.org")
          usleep(500)
        }
        threads.leave()
      }
    }
    threads.notify(queue: .main) { sayWhenTheyAgree() }
  }
  say("ready")
  MainLoop.run { !windows.isEmpty }
  say("closed")
}
