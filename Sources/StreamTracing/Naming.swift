// The names that nodes get from the program: a variable, or a key path.

extension CallSite {
  /// Gives the next node of this kind that is made here the name of the call's variable.
  ///
  /// - Parameters:
  ///   - function: The `#function` of the call. In the initial value of a `lazy var`, and in a getter, it is the
  ///     variable. The name of a function is not used.
  ///   - stage: The operator that is called, if it is one.
  @inlinable
  package func naming(_ kind: NodeInfo.Kind, by function: StaticString, _ stage: StaticString = "") -> CallSite {
    if Trace.isOnHere { recordName(kind, function, stage) }
    return self
  }

  @usableFromInline
  func recordName(_ kind: NodeInfo.Kind, _ function: StaticString, _ stage: StaticString) {
    let parts = [variable(in: "\(function)"), stage.utf8CodeUnitCount > 0 ? "\(stage)" : nil].compactMap { $0 }
    if !parts.isEmpty { name(kind, parts.joined(separator: ".")) }
  }

  /// Gives the next node of this kind that this thread makes here a name.
  package func name(_ kind: NodeInfo.Kind, _ name: String) {
    if !isInLibrary { EventLog.withThis { $0.names["\(kind) \(self)"] = name } }
  }

  /// The name for a node that is made here now, if it was given one.
  package func takeName(_ kind: NodeInfo.Kind) -> String? {
    EventLog.withThis { $0.names.isEmpty ? nil : $0.names.removeValue(forKey: "\(kind) \(self)") }
  }

  /// Returns the variable that `#function` names, or `nil` for a function, a type or a file.
  private func variable(in function: String) -> String? {
    guard let first = function.first, first.isLowercase || first == "_", !function.contains("("), function != "deinit",
      function != module
    else { return nil }
    return function
  }
}

extension TraceNode {
  /// Gives the next chain that this thread attaches under a common name, such as `<~`, another name.
  package static func nameNext(_ common: String, _ name: String) { EventLog.withThis { $0.names[common] = name } }

  /// The name for a chain that is attached now, if it was given one.
  package static func takeName(_ common: String) -> String? {
    EventLog.withThis { $0.names.isEmpty ? nil : $0.names.removeValue(forKey: common) }
  }

  /// Gives the node another name. A reader sees the new one for all of its events.
  package func rename(_ name: String) { Recorder.shared.rename(id, name) }

  /// The current name.
  package var name: String { Recorder.shared.name(of: id) ?? info.name }
}

/// Returns the name of a stored property, such as `SignUp.email` for `\SignUp._email`.
///
/// A key path of a computed property has no name.
package func traceName(of keyPath: AnyKeyPath) -> String? {
  let text = "\(keyPath)".drop { $0 == "\\" }
  let parts = text.split(separator: ".")
  guard parts.count > 1, let last = parts.last, !last.contains("<") else { return nil }
  let owner = parts[parts.count - 2]
  return "\(owner).\(last.first == "_" ? last.dropFirst() : last[...])"
}
