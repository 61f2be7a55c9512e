import Rill
import TestSupport
import Testing

/// The original's examples for channels.
@Suite struct ChannelTests {
  private let channel = Channel<String>()

  private func listen(_ terminal: Terminal<String>) -> Heard<String> {
    let heard = Heard<String>()
    terminal.subscribe(next: { heard.append($0) }, completed: { heard.append("|") })
    return heard
  }

  @Test func theLeadingTerminalHasNoValueAtSubscription() {
    channel.leading.send("a")
    channel.following.send("b")
    #expect(listen(channel.leading).values.isEmpty)
  }

  @Test func theFollowingTerminalStartsWithTheLatestValueSentToLeading() {
    #expect(listen(channel.following).values.isEmpty)
    channel.leading.send("a")
    channel.leading.send("b")
    channel.following.send("from the view")
    #expect(listen(channel.following).values == ["b"])
  }

  @Test func aValueSentToOneTerminalArrivesAtTheOther() {
    let leading = listen(channel.leading)
    let following = listen(channel.following)
    channel.following.send("1")
    channel.leading.send("a")
    channel.following.send("2")
    channel.leading.send("b")
    #expect(leading.values == ["1", "2"])
    #expect(following.values == ["a", "b"])
  }

  @Test(arguments: [true, false])
  func completingEitherTerminalCompletesBothAndIsRepeatedToLaterSubscribers(_ isLeading: Bool) {
    channel.leading.send("a")
    let (leading, following) = (listen(channel.leading), listen(channel.following))
    (isLeading ? channel.leading : channel.following).complete()
    #expect(leading.values == ["|"])
    #expect(following.values == ["a", "|"])
    #expect(listen(channel.leading).values == ["|"])
    #expect(listen(channel.following).values == ["a", "|"])
    channel.leading.send("late")
    channel.following.send("late")
    #expect(following.values == ["a", "|"])
    #expect(leading.values == ["|"])
  }

  @Test func aChannelGoesWithTheSignalsThatFeedIt() {
    let source = Subject<String, Never>()
    let heard: Heard<String>
    let feeding: Disposable
    do {
      let channel = Channel<String>()
      heard = listen(channel.following)
      feeding = source.subscribe { channel.leading.send($0) }
    }
    source.send("a")
    #expect(heard.values == ["a"])
    feeding.dispose()
    // No terminal exists that could send.
    #expect(heard.values == ["a", "|"])
  }

  @Test func aChannelGoesWithTheBindingOfItsTerminals() {
    let property = MutableProperty("a")
    let heard: Heard<String>
    let binding: Disposable
    do {
      let channel = Channel<String>()
      heard = listen(channel.following)
      binding = channel.leading <~> property.terminal
    }
    property.value = "b"
    binding.dispose()
    #expect(heard.values == ["a", "b", "|"])
  }

  @Test func aModelBoundToLeadingAndAViewBoundToFollowingConverge() {
    let (model, view) = (MutableProperty("model"), MutableProperty("view"))
    channel.leading <~> model.terminal
    view.terminal <~> channel.following
    #expect(view.value == "model")
    view.value = "edited"
    #expect(model.value == "edited")
    model.value = "model"
    #expect(view.value == "model")
  }

  @Test func aChangeThroughAChannelHasNoEcho() {
    let property = MutableProperty("a")
    let heard = Heard<String>()
    channel.leading <~> property.terminal
    property.subscribe { heard.append($0) }
    let leading = listen(channel.leading)
    property.value = "b"
    channel.following.send("c")
    #expect(heard.values == ["a", "b", "c"])
    #expect(leading.values == ["c"])
  }

  @Test func valuesSentFromBothSidesTogetherAllArriveAtTheOtherSide() async {
    let (leading, following) = (listen(channel.leading), listen(channel.following))
    await withTaskGroup { group in
      group.addTask { [channel] in for value in 0..<200 { channel.leading.send("\(value)") } }
      group.addTask { [channel] in for value in 0..<200 { channel.following.send("\(value)") } }
    }
    #expect(leading.values == (0..<200).map { "\($0)" })
    #expect(following.values == (0..<200).map { "\($0)" })
  }

  // MARK: The end comes after the values

  @Test func aValueSentBeforeTheCompletionIsDelivered() {
    let heard = Heard<String>()
    channel.following.subscribe(
      next: { [leading = channel.leading] in
        heard.append($0)
        if $0 == "1" {
          leading.send("2")
          leading.complete()
          leading.send("3")
        }
      }, completed: { heard.append("|") })
    channel.leading.send("1")
    #expect(heard.values == ["1", "2", "|"])
    #expect(listen(channel.following).values == ["2", "|"])
  }

  @Test func alsoWhereTheOtherTerminalCompletes() {
    let heard = Heard<String>()
    channel.following.subscribe(
      next: { [channel] in
        heard.append($0)
        if $0 == "1" {
          channel.leading.send("2")
          channel.following.complete()
        }
      }, completed: { heard.append("|") })
    channel.leading.send("1")
    #expect(heard.values == ["1", "2", "|"])
  }

  @Test func aCompletedChannelHasNoValueForABinding() {
    channel.leading.send("a")
    channel.leading.complete()
    channel.leading.send("late")
    let property = MutableProperty("own")
    let binding = property <~> channel.following
    #expect(binding.isDisposed)
    #expect(property.value == "own")
  }
}
