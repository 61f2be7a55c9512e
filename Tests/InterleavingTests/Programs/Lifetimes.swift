import Interleaving

/// Programs that free an object after its last owner or reader.
enum Lifetimes {
  /// Two owners; the last one frees.
  private static func counting(
    _ name: String, _ order: AtomicUpdateOrdering = .acquiringAndReleasing, decrementsAtomically: Bool = true
  ) -> SmallProgram {
    SmallProgram(name) { program in
      let (owners, object, frees) = (Cell(2), Shared(0), Cell(0))
      for _ in 0..<2 {
        program.thread {
          _ = object.value
          var left = 0
          if decrementsAtomically {
            left = owners.value.subtract(1, ordering: order).newValue
          } else {
            left = owners.load(.acquiring) - 1
            owners.store(left, .releasing)
          }
          guard left == 0 else { return }
          object.value = -1
          _ = frees.add(1, .relaxed)
        }
      }
      program.atEnd { expect(frees.load(.relaxed) == 1, "freed \(frees.load(.relaxed)) times") }
    }
  }

  /// A weak reference that becomes a strong one only while there is one.
  private static func upgrading(_ name: String, compares: Bool = true) -> SmallProgram {
    SmallProgram(name) { program in
      let (strong, object) = (Cell(1), Shared(0))
      @Sendable func release() {
        if strong.value.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { object.value = -1 }
      }
      program.thread { release() }
      program.thread {
        if compares {
          while true {
            let seen = strong.load(.relaxed)
            guard seen > 0 else { return }
            if strong.replace(seen, by: seen + 1, .acquiring) { break }
          }
        } else {
          guard strong.load(.relaxed) > 0 else { return }
          _ = strong.add(1, .acquiring)
        }
        expect(object.value == 0, "it is freed")
        release()
      }
    }
  }

  /// A reader announces the object that it reads; the thread that frees it looks for readers.
  private static func hazard(
    _ name: String, looksAgain: Bool = true, _ store: AtomicStoreOrdering = .sequentiallyConsistent,
    _ load: AtomicLoadOrdering = .sequentiallyConsistent
  ) -> SmallProgram {
    SmallProgram(name) { program in
      let (current, announced, objects) = (Cell(0), Cell(-1), [Shared(7), Shared(8)])
      program.thread {
        while true {
          let seen = current.load(load)
          announced.store(seen, store)
          if looksAgain, current.load(load) != seen { continue }
          expect(objects[seen].value == 7 + seen)
          return announced.store(-1, .releasing)
        }
      }
      program.thread {
        current.store(1, store)
        while announced.load(load) == 0 {}
        objects[0].value = -1
      }
    }
  }

  private static func publishing(_ name: String, _ order: AtomicStoreOrdering = .releasing) -> SmallProgram {
    SmallProgram(name) { program in
      let (current, configurations) = (Cell(0), [Shared(0), Shared(0)])
      program.thread {
        configurations[1].value = 1
        current.store(1, order)
      }
      for _ in 0..<2 {
        program.thread {
          let index = current.load(.acquiring)
          expect(configurations[index].value == index)
        }
      }
    }
  }

  static let right = [
    counting("a count of owners"), upgrading("a weak reference"), hazard("an announced reader"),
    publishing("a configuration that is replaced"),
  ]

  static let wrong = [
    counting("a count of owners without order", .relaxed),
    counting("a count of owners by load and store", .relaxed, decrementsAtomically: false),
    upgrading("a weak reference that looks, and then counts", compares: false),
    hazard("an announced reader that does not look again", looksAgain: false),
    hazard("an announced reader without a total order", looksAgain: true, .releasing, .acquiring),
    publishing("a configuration that is not released", .relaxed),
  ]
}
