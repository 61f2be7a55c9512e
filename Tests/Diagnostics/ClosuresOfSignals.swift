// A mistake in the closure that makes a signal is answered with that mistake.
import Rill

func making(_ count: Int) {
  _ = Signal<Int, Never> { observer in
    observer.send("a")  // error: cannot convert value of type 'String' to expected argument type 'Int'
    observer.complete()
  }
  _ = Signal<Int, Never> { observer in observer.send(foo) }  // error: cannot find 'foo' in scope
  _ = Signal<Int, Never> { observer in
    observer.send(1)
    return Disposable { nothing() }  // error: cannot find 'nothing' in scope
  }
  _ = Signal<Int, Never> { (observer: Observer<Int, Never>) in observer.sned(1) }  // error: has no member 'sned'
  let _: Signal<Int, Never> = Signal { observer in
    for number in 0..<count { observer.send(number.foo) }  // error: value of type 'Int' has no member 'foo'
    observer.complete()
  }
  _ = Signal<Int, Never> { (observer: Observer<Int, Never>) in
    observer.sned(1)  // error: has no member 'sned'
    observer.complete()
  }
  let _: Signal<Int, Never> = Signal { (observer: Observer<Int, Never>) in
    observer.sned(1)  // error: has no member 'sned'
    return Disposable {}
  }
}
