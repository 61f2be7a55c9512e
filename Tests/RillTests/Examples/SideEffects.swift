import Rill
import Testing

struct SideEffectsExamples {
  let print = Printed()

  @Test("on(subscribed:next:failed:completed:terminated:disposed:)") func on() {
    Signal([1]).on(subscribed: { print("begins") }, next: { print("sends \($0)") }, terminated: { print("ends") })
      .subscribe { print($0) }
    print.expect("begins, sends 1, 1, ends")
  }

  @Test("initially(_:)") func initially() {
    let spinner = MutableProperty(false)
    let load = Signal(["hits"]).initially { spinner.value = true }.finally { spinner.value = false }
    load.subscribe { print($0, spinner.value) }
    print(spinner.value)
    print.expect("hits true, false")
  }

  @Test("finally(_:)") func finally() {
    let upload = Subject<Double, Never>()
    let sending = upload.finally { print("closed") }.subscribe { print($0) }
    upload.send(0.5)
    sending.dispose()
    print.expect("0.5, closed")
  }

  @Test("log(_:to:file:line:)") func log() {
    // By default the lines go to the console, with the line of this call.
    Signal(["a"]).log("name", to: { print($0.hasPrefix("name (")) }).subscribe { _ in }
    print.expect("true, true, true")
  }

  @Test("named(_:fileID:line:)") func named() {
    // In a recording the stage has this name, and the line of this call.
    Signal(["swift"]).named("search").subscribe { print($0) }
    print.expect("swift")
  }

  @Test("take(duringLifetimeOf:)") func takeDuringLifetime() {
    final class Editor: HasLifetime {
      let lifetime = Lifetime()
    }
    let saves = Subject<Int, Never>()
    var editor: Editor? = Editor()
    saves.take(duringLifetimeOf: editor!).subscribe { print($0) }
    saves.send(1)
    editor = nil
    saves.send(2)
    print.expect("1")
  }
}
