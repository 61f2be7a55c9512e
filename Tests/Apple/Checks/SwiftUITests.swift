import Observation
import Rill
import SwiftUI
import Testing

@MainActor @Suite struct SwiftUITests {
  @Test func aViewOfAModel() {
    let model = SignUpModel()
    let screen = Screen(SignUpView(model: model))
    #expect(screen.look() == " (Subscribe) ")
    screen.type("ada@example.org")
    #expect(model.email == "ada@example.org")
    #expect(screen.staleCount == 1)
    #expect(screen.look() == "ada@example.org [Subscribe] ")
    screen.press()
    #expect(screen.staleCount == 2)
    #expect(screen.look() == "ada@example.org [Subscribe] Thanks")
    model.email = "ada"
    #expect(screen.look() == "ada (Subscribe) Thanks")
  }

  @Test func aButtonShowsProgress() {
    let reporter = MutableProperty<ProgressReporter?>(nil)
    let end = Subject<Int, Never>()
    let download = Command<String, Int, Never> { (_: String, progress: ProgressReporter) -> Signal<Int, Never> in
      reporter.value = progress
      return end.signal
    }
    let screen = Screen(
      CommandButton(download) {
        "file"
      } label: {
        Text("Download")
      })
    #expect(screen.look() == "[Download]")
    screen.press()
    #expect(screen.staleCount == 1)
    #expect(screen.look() == "(Download …)")
    #expect(download.isExecuting)
    reporter.value?.report(0.5)
    #expect(download.progress.value == 0.5)
    // A parent's body makes the button again: the state is the command's, and does not start over.
    let again = Screen(
      CommandButton(download) {
        "file"
      } label: {
        Text("Download")
      })
    #expect(again.look() == "(Download 50 %)")
    end.complete()
    #expect(screen.look() == "[Download]")
    #expect(!download.isExecuting)
  }

  @Test func aViewFollowsTheCommandThatItReads() {
    let reporter = MutableProperty<ProgressReporter?>(nil)
    let end = Subject<Int, Never>()
    let download = Command<String, Int, Never> { (_: String, progress: ProgressReporter) -> Signal<Int, Never> in
      reporter.value = progress
      return end.signal
    }
    let screen = Screen(StatusView(download: download))
    #expect(screen.look() == "idle")
    download.execute("file")
    #expect(screen.look() == "…")
    reporter.value?.report(0.25)
    #expect(screen.staleCount == 2)
    #expect(screen.look() == "25 %")
  }

  @Test func aStreamIsSubscribedToWhileTheViewIsShown() async {
    let messages = Subject<String, Never>()
    let log = MutableProperty<[String]>([])
    let idle = Command<String, Int, Never> { .just($0.count) }
    let isHeard = MutableProperty(false)
    let heard = messages.on(subscribed: { isHeard.value = true })
    let screen = Screen(DownloadView(download: idle, messages: heard, log: log))
    messages.send("before")
    screen.appear()
    await until { isHeard.value }
    messages.send("shown")
    await until { log.value == ["shown"] }
    await screen.disappear()
    messages.send("after")
    #expect(log.value == ["shown"])
  }

  @Test func bindingsOfPropertiesAndTerminals() {
    let name = MutableProperty("Ada")
    let screen = Screen(TextField("Name", text: Binding(name)))
    #expect(screen.look() == "Ada")
    name.value = "Grace"
    #expect(screen.staleCount == 1)
    screen.type("Barbara")
    #expect(name.value == "Barbara")

    let channel = Channel<String>()
    let binding = Binding(channel.following, initially: "none")
    #expect(binding.wrappedValue == "none")
    channel.leading.send("model")
    #expect(binding.wrappedValue == "model")
    let heard = MutableProperty("")
    heard <~ channel.leading
    binding.wrappedValue = "view"
    #expect(heard.value == "view")
  }
}

private struct StatusView: View {
  let download: Command<String, Int, Never>

  var body: some View {
    HStack {
      if download.isExecuting { ProgressView(value: download.progress.value) }
      if !download.isExecuting { Text("idle") }
    }
  }
}

@MainActor func until(_ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}
