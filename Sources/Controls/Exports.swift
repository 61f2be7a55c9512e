@_exported public import Bindings
@_exported public import Command
@_exported public import Lists
