"""The code in doc comments compiles: each ```swift block of Sources.

The blocks of a folder are checked together, after Tests/Outside/Comments/<Folder>.swift, which has the imports and what the blocks take for
granted (State.swift for the modules about state). A block is a class of its own: its types and stored properties are members, what it does is a method, and what `self` has is
declared in the class World. Extensions and functions cannot be members; they stand beside it. A member begins in the first column of the
block, and goes on to the next line that does. The compiler names the lines of the comments.

What stands behind a framework of Apple's is left out: it is compiled by Tests/Apple.
"""
import os
import pathlib
import re
import subprocess
import tempfile

from common import blocks, debug_build, in_parallel, located, place, root, swiftc

context = root / "Tests/Outside/Comments"
state = {"Properties", "Lists", "Bindings", "StreamFoundation"}
behind = re.compile(r"#if \(?canImport\(")
beside = re.compile(r"extension |func ")
member = re.compile(r"(?:@\w+(?:\(.*?\))? |final |private )*(?:actor|class|enum|protocol|struct|lazy var) |@Observed |@Test ")


def pieces(block):
    """Its declarations and statements, in which a line that is indented or closes something goes on with the one before."""
    piece = []
    for number, line in block:
        if piece and re.match(r"[^\s)}\]]", line):
            yield piece
            piece = []
        piece.append((number, line))
    yield piece


def scopes(source, block, name):
    """The block as Swift, in which the compiler's messages name the lines of the comment."""
    outside, members, statements = [], [], []
    for piece in pieces(block):
        code = piece[0][1]
        scope = outside if beside.match(code) else members if member.match(code) else statements
        scope += [located(source, piece[0][0]), *(line for _, line in piece)]
    # Some functions are refused where one may wait.
    run = "func run() async throws {" if re.search(r"\bawait\b", "\n".join(statements)) else "func run() throws {"
    return "\n".join([*outside, f"@MainActor final class {name}: World {{", *members, run, *statements, "}", "}", ""])


def check(folder):
    """The number of blocks, and the findings."""
    sources = [path for path in sorted(folder.rglob("*.swift")) if not behind.match(path.read_text())]
    found = [(source, line, label, rows) for source in sources for line, label, rows in blocks(source)]
    strange = [f"{place(source, line - 1)}: Blocks are marked ```swift and nothing else." for source, line, label, _ in found if label != "swift"]
    if not found or strange:
        return len(found), strange
    world = context / f"{'State' if folder.name in state else folder.name}.swift"
    parts = [f"{located(world, 1)}\n{world.read_text()}"]
    parts += [scopes(source, list(enumerate(rows, line)), f"Block{number}") for number, (source, line, _, rows) in enumerate(found)]
    plugins = pathlib.Path(subprocess.check_output(["which", "swiftc"], text=True).strip()).resolve().parents[1] / "lib/swift/host/plugins"
    with tempfile.TemporaryDirectory() as output:
        file = pathlib.Path(output) / "Blocks.swift"
        file.write_text("".join(parts))
        mode = ["-emit-sil", "-Onone", "-o", os.devnull, "-parse-as-library", "-suppress-warnings"]
        said = swiftc([*mode, "-plugin-path", plugins, "-plugin-path", plugins / "testing"], file)
    return len(found), [said] if said else []


def run(_):
    folders = sorted((root / "Sources").iterdir())
    debug_build()
    for folder, (count, findings) in zip(folders, in_parallel(check, folders)):
        if count:
            print(f"{count} blocks of {folder.name}")
        yield from findings
