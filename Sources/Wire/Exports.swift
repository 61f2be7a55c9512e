@_exported public import Bindings
@_exported public import Lists
@_exported public import Operators
@_exported public import Properties
@_exported public import StreamCore
@_exported public import Subjects
