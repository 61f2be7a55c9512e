@_exported public import Bindings
@_exported public import Command
