/// A value with an identity: it differs from an equal value that was made at another time.
package final class Identified<Value: Sendable>: Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}
