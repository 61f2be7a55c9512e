/// A way to implement dirty flags by hand: both build the same graphs.
protocol DirtyKind: SendableMetatype {
  associatedtype Number: Numeric & Sendable
  associatedtype Base
  associatedtype Cell: DirtyValue<Number, Base>
  associatedtype List: DirtyValue<[Number], Base>
  associatedtype Effect: DirtyObserver<Base>
  /// The view of many fixed inputs that a closure gets.
  associatedtype Inputs: DirtyInputs<Number, Cell>

  static func batch(_ body: () -> Void)
}

protocol DirtyValue<Value, Base>: AnyObject, Sendable, SendableMetatype {
  associatedtype Value
  associatedtype Base

  init(_ value: Value)
  init(tracking compute: @escaping @Sendable () -> Value)
  init(_ inputs: [Base], _ compute: @escaping @Sendable () -> Value)

  var base: Base { get }
  var value: Value { get }
  var present: Value { get }
  func set(_ value: Value)
}

protocol DirtyObserver<Base>: AnyObject, SendableMetatype {
  associatedtype Base

  init(tracking body: @escaping @Sendable () -> Void)
  init(_ inputs: [Base], _ body: @escaping @Sendable () -> Void)
}

protocol DirtyInputs<Element, Cell>: RandomAccessCollection, Sendable, SendableMetatype
where Index == Int, Iterator: SendableMetatype {
  associatedtype Cell

  init(_ cells: [Cell])
}

/// Class objects and arrays: see ``ObjectNode``.
enum PlainObjects<Number: Numeric & Sendable>: DirtyKind {
  typealias Base = ObjectNode
  typealias Cell = ObjectCell<Number>
  typealias List = ObjectCell<[Number]>
  typealias Effect = ObjectEffect

  struct Inputs: DirtyInputs {
    private let cells: [Cell]
    init(_ cells: [Cell]) { self.cells = cells }
    var startIndex: Int { 0 }
    var endIndex: Int { cells.count }
    subscript(index: Int) -> Number { cells[index].present }
  }

  @inline(__always) static func batch(_ body: () -> Void) { Objects.batch(body) }
}

/// Without reference counting and run-time checks: see ``DirtyNode``.
enum Uncounted<Number: Numeric & Sendable>: DirtyKind {
  typealias Base = DirtyNode
  typealias Cell = DirtyCell<Number>
  typealias List = DirtyCell<[Number]>
  typealias Effect = DirtyEffect

  /// Unretained elements: counting their references would take most of the time, and the closure retains them.
  struct Inputs: DirtyInputs {
    private let cells: [Cell]
    private let references: [Unmanaged<Cell>]
    init(_ cells: [Cell]) {
      self.cells = cells
      references = cells.map { .passUnretained($0) }
    }
    var startIndex: Int { 0 }
    var endIndex: Int { references.count }
    @inline(__always) subscript(index: Int) -> Number { references[index]._withUnsafeGuaranteedRef { $0.present } }
  }

  @inline(__always) static func batch(_ body: () -> Void) { Dirty.batch(body) }
}
