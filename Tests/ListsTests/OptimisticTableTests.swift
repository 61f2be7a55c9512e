import Rill
import StreamTesting
import TestSupport
import Testing

@Suite struct OptimisticTableTests {
  private struct Post: Identifiable, Equatable, Sendable {
    let id: Int
    var likes: Int
  }
  private struct Refused: Error {}

  private func withBoard(_ body: (TableProperty<Int, Post>, OptimisticTable<Int, Post>, Heard<String>) -> Void) {
    let board = TableProperty([Post(id: 1, likes: 10), Post(id: 2, likes: 20)])
    let shown = board.optimistic()
    let heard = Heard<String>()
    shown.property.subscribe { heard.append($0.map { "\($0.id):\($0.likes)" }.joined(separator: " ")) }
    body(board, shown, heard)
  }

  @Test func aLayerChangesItsRowOnly() {
    withBoard { board, shown, heard in
      let edits = Heard<Int>()
      shown.edits.subscribe { edits.append($0.edits.count) }
      let layer = shown.layer(id: 2) { $0?.likes += 1 }
      board[id: 2]?.likes = 30
      board[id: 1]?.likes = 11
      layer.confirm { board[id: 2]?.likes = 31 }
      #expect(heard.values == ["1:10 2:20", "1:10 2:21", "1:10 2:31", "1:11 2:31", "1:11 2:31"])
      #expect(edits.values.dropFirst().allSatisfy { $0 == 1 })
      #expect(shown.pending.isEmpty)
    }
  }

  @Test func rowsAreInsertedAndRemovedByLayers() {
    withBoard { board, shown, heard in
      let new = shown.layer(id: 3) { $0 = Post(id: 3, likes: 0) }
      let gone = shown.layer(id: 1) { $0 = nil }
      #expect(heard.values.last == "2:20 3:0")
      #expect(shown.pending.value.sorted() == [1, 3])
      new.confirm { board.update([Post(id: 3, likes: 1)]) }
      gone.rollBack()
      #expect(heard.values.suffix(2) == ["2:20 3:1", "1:10 2:20 3:1"])
    }
  }

  @Test func anAnswerThatArrivesLaterReplacesTheLayerInOneStep() {
    withBoard { board, shown, heard in
      let layer = shown.layer(id: 1) { $0?.likes += 1 }
      layer.confirm(once: { ($0?.likes ?? 0) >= 11 })
      board[id: 2]?.likes = 21
      board[id: 1]?.likes = 11
      board[id: 1]?.likes = 5
      #expect(heard.values.suffix(2) == ["1:11 2:21", "1:5 2:21"])
      #expect(!heard.values.contains { $0.hasPrefix("1:12") || $0.hasPrefix("1:6") })
      #expect(heard.values.first == "1:10 2:20" && !heard.values.dropFirst().contains { $0.hasPrefix("1:10") })
    }
  }

  @Test func anAnswerInABatchThatThrowsDoesNotCount() {
    withBoard { board, shown, _ in
      shown.layer(id: 1) { $0?.likes += 1 }.confirm(once: { ($0?.likes ?? 0) >= 50 })
      try? batch {
        board[id: 1]?.likes = 50
        shown.layer(id: 2) { $0?.likes += 100 }.confirm(once: { ($0?.likes ?? 0) >= 50 })
        #expect(shown[id: 1]?.likes == 50)
        throw Refused()
      }
      board[id: 1]?.likes = 20
      #expect(shown[id: 1]?.likes == 21)
    }
  }

  @Test func aBatchThatThrowsLeavesTheLayers() {
    withBoard { board, shown, heard in
      let layer = shown.layer(id: 1) { $0?.likes += 1 }
      try? batch {
        layer.confirm { board[id: 1]?.likes = 50 }
        #expect(shown[id: 1]?.likes == 50)
        throw Refused()
      }
      #expect(shown[id: 1]?.likes == 11)
      #expect(heard.values == ["1:10 2:20", "1:11 2:20"])
    }
  }

  /// Rows and layers at random against a dictionary and a list of functions.
  @Test(.long, arguments: 0..<10) func randomProgramsAgreeWithAListOfFunctions(seed: UInt64) {
    var random = Random(state: seed)
    for _ in 0..<60 {
      let board = TableProperty<Int, Post>()
      let shown = board.optimistic()
      let heard = Heard<[Post]>()
      if random.next() % 2 == 0 { shown.property.subscribe { heard.append(Array($0)) } }
      var rows: [Int: Post] = [:]
      var layers: [(layer: OptimisticLayer<Post?>, key: Int, add: Int?, atLeast: Int?)] = []
      for _ in 0..<40 {
        let key = Int(random.next() % 6)
        let index = layers.isEmpty ? 0 : Int(random.next() % UInt64(layers.count))
        switch random.next() % 8 {
        case 0, 1:
          let likes = (rows[key]?.likes ?? 0) + Int(random.next() % 3)
          rows[key] = Post(id: key, likes: likes)
          board.update([Post(id: key, likes: likes)])
        case 2:
          rows[key] = nil
          board.remove(id: key)
        case 3, 4:
          let add: Int? = random.next() % 5 == 0 ? nil : Int(random.next() % 4)
          let layer = shown.layer(id: key) { post in
            post = add.map { Post(id: key, likes: (post?.likes ?? 0) + $0) }
          }
          layers.append((layer, key, add, nil))
        case 5 where !layers.isEmpty:
          let (layer, key, _, _) = layers.remove(at: index)
          if random.next() % 2 == 0 {
            layer.rollBack()
          } else {
            rows[key] = Post(id: key, likes: 7)
            layer.confirm { board.update([Post(id: key, likes: 7)]) }
          }
        case 6 where !layers.isEmpty && layers[index].atLeast == nil:
          layers[index].atLeast = 5
          layers[index].layer.confirm(once: { ($0?.likes ?? 0) >= 5 })
        default:
          board.set(rows.values.shuffled(using: &random))
        }
        layers.removeAll { layer in layer.atLeast.map { (rows[layer.key]?.likes ?? 0) >= $0 } ?? false }
        var expected = rows
        for layer in layers {
          let likes = expected[layer.key]?.likes ?? 0
          expected[layer.key] = layer.add.map { Post(id: layer.key, likes: likes + $0) }
        }
        let all = shown.value
        #expect(Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) }) == expected)
        for key in 0..<6 { #expect(shown[id: key] == expected[key]) }
        #expect(Set(shown.pending.value) == Set(layers.map(\.key)))
        if let last = heard.values.last { #expect(last == all) }
        let order = board.value.map(\.id).filter { expected[$0] != nil }
        #expect(all.map(\.id).filter { rows[$0] != nil } == order)
      }
    }
  }
}
