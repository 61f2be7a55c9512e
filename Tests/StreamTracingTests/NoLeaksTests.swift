import Rill
import StreamTesting
import Testing

@Suite struct NoLeaksTests {
  @Test func aReleasedObjectIsNoLeak() {
    expectNoLeaks {
      let numbers = Subject<Int, Never>()
      let property = MutableProperty(0)
      numbers.map { $0 + 1 }.subscribe { property.value = $0 }
      property.map { $0 * 2 }.signal.subscribe { _ in }
      numbers.send(1)
    }
  }

  @Test func aLeakedObjectIsNamedByItsPlace() {
    let outside = Subject<Int, Never>()
    let place = "StreamTracingTests/NoLeaksTests.swift:\(#line + 2)"
    withKnownIssue {
      expectNoLeaks { _ = outside.subscribe { _ in } }
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.contains("subscribe (\(place))") || $0.rawValue.contains("\(place): 1 × subscribe")
      }
    }
    withExtendedLifetime(outside) {}
  }

  @Test func workOfTasksMayEndFirst() async {
    await expectNoLeaks {
      let command = Command<Int, Int, Never>(on: .immediate) { (number: Int) async in
        await Task.yield()
        return number + 1
      }
      _ = await command.execute(1).result
    }
  }

  @Test func aModelThatHoldsItselfIsALeak() {
    final class Model: Sendable {
      let numbers = MutableProperty(0)
      let kept = MutableProperty<Disposable?>(nil)
      init() { kept.value = numbers.signal.subscribe { _ in withExtendedLifetime(self) {} } }
      func letGo() { kept.value?.dispose() }
    }
    var leaked: Model?
    withKnownIssue {
      expectNoLeaks {
        let model = Model()
        leaked = model
      }
    }
    leaked?.letGo()
  }

  @Test func anObjectThatOutlivesTheLastScopeIsForgotten() async {
    await #expect(processExitsWith: .success) {
      final class Kept {}
      let (object, scope) = (Kept(), TraceScope())
      let key = TraceKey(object)
      TraceNode.make(key, .subject, "Kept")
      precondition(TraceNode.of(key)?.name == "Kept")
      scope.end()
      precondition(TraceNode.of(key) == nil, "The next object at its address would be taken for it.")
      // Another thread may have found the scope open, and add its object after the end.
      TraceNode.make(key, .subject, "Late")
      precondition(TraceNode.of(key) == nil)
      withExtendedLifetime(object) {}
    }
  }

  @Test func anObjectOfAClosedScopeStaysKnownInAnOpenOne() async {
    await #expect(processExitsWith: .success) {
      final class Kept {}
      let (object, scope, other) = (Kept(), TraceScope(), TraceScope())
      TraceNode.make(TraceKey(object), .subject, "Kept")
      scope.end()
      precondition(TraceNode.of(TraceKey(object)) != nil)
      other.end()
      withExtendedLifetime(object) {}
    }
  }
}
