"""Compiles the code in doc comments: each ```swift block of Sources.

The blocks of a folder are compiled together, after Tests/Outside/Comments/<Folder>.swift. This file has the imports,
the class World, and other names that the blocks use. The modules about state share State.swift.

Each block becomes a class that inherits World. Its types and stored properties become members, and its statements a
method. Extensions and functions stay outside of the class. A line that begins in the first column begins a piece; the
indented lines after it belong to the piece. The compiler's messages have the lines of the comments.

Files for Apple's frameworks are left out; Tests/Apple compiles them.
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
    """Splits a block into declarations and statements. An indented or closing line belongs to the piece before it."""
    piece = []
    for number, line in block:
        if piece and re.match(r"[^\s)}\]]", line):
            yield piece
            piece = []
        piece.append((number, line))
    yield piece


def scopes(source, block, name):
    """Returns the block as Swift, with the source locations of the comment."""
    outside, members, statements = [], [], []
    for piece in pieces(block):
        code = piece[0][1]
        scope = outside if beside.match(code) else members if member.match(code) else statements
        scope += [located(source, piece[0][0]), *(line for _, line in piece)]
    # Some functions are unavailable in asynchronous code.
    run = "func run() async throws {" if re.search(r"\bawait\b", "\n".join(statements)) else "func run() throws {"
    return "\n".join([*outside, f"@MainActor final class {name}: World {{", *members, run, *statements, "}", "}", ""])


def check(folder):
    """Returns the number of blocks, and the findings."""
    sources = [path for path in sorted(folder.rglob("*.swift")) if not behind.match(path.read_text())]
    found = [(source, line, label, rows) for source in sources for line, label, rows in blocks(source)]
    strange = [f"{place(source, line - 1)}: Mark the block ```swift and nothing else." for source, line, label, _ in found if label != "swift"]
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
        messages = swiftc([*mode, "-plugin-path", plugins, "-plugin-path", plugins / "testing"], file)
    return len(found), [messages] if messages else []


def run(_):
    folders = sorted((root / "Sources").iterdir())
    debug_build()
    for folder, (count, findings) in zip(folders, in_parallel(check, folders)):
        if count:
            print(f"{count} blocks of {folder.name}")
        yield from findings
