"""The functions that the tools of .ci/doc share: pages, code blocks, pictures, modules, and the compiler."""
import concurrent.futures
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[2]
# The pages of Docs by name: Start, Guides, Reference and Internals. The names are unique.
guides = {path.stem: path for path in sorted((root / "Docs").rglob("*.md")) if path.stem != "README" and path.parent.name != "Site"}
modules = ["StreamTracing", "StreamRuntime", "StreamCore", "Subjects", "Operators", "Command", "Properties", "Lists", "Bindings",
           "Wire", "StreamFoundation", "StreamNetworking", "Controls", "StreamTesting", "Interleaving"]

# The marbles in a row of a picture, between its name and its note.
marbles = r"(?=\S*[-|#])(?:[-|#A-Za-z0-9]|\([|#A-Za-z0-9]+\))+"


def place(path, line):
    return f"{path.relative_to(root) if path.is_relative_to(root) else path}:{line}"


def blocks(path):
    """Yields the code blocks of a page or of doc comments: the first line's number, the label, and the lines."""
    mark = "/// " if path.suffix == ".swift" else ""
    text = path.read_text()
    for found in re.finditer(rf"^( *){mark}```(.*)\n((?:.*\n)*?)\1{mark}```$", text, re.MULTILINE):
        rows = [row.removeprefix(found[1]).removeprefix(mark.rstrip()) for row in found[3].splitlines()]
        yield text.count("\n", 0, found.start(3)) + 1, found[2], [row[1:] if mark else row for row in rows]


def located(path, line):
    """Returns the directive that gives the compiler's messages the lines of a page or a comment."""
    return f'#sourceLocation(file: "{path.relative_to(root)}", line: {line})'


def swiftc(mode, *files):
    """Compiles Swift against the modules of the debug build, and returns the compiler's messages."""
    command = ["swiftc", *mode, "-swift-version", "6", "-diagnostic-style", "llvm", *imports(), *files]
    found = subprocess.run(command, cwd=root, capture_output=True, text=True)
    return found.stderr if found.returncode else ""


def in_parallel(function, items):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(function, items))


@functools.cache
def debug_build():
    found = subprocess.run(["swift", "build", "--show-bin-path"], cwd=root, check=True, capture_output=True, text=True)
    return pathlib.Path(found.stdout.strip())


def imports():
    """Returns the compiler's options for the modules of the debug build and their C module."""
    return ["-I", debug_build() / "Modules", "-I", root / "Sources/CStreamPrimitives/include"]


def graphs(module, *options):
    """Returns the symbol graphs of a module: one of its types, and one for each module whose types it extends."""
    build = debug_build()
    with tempfile.TemporaryDirectory() as output:
        command = ["swift", "symbolgraph-extract", "-module-name", module, "-minimum-access-level", "public", *options]
        command += ["-skip-synthesized-members", *imports(), "-target", build.parent.name, "-output-dir", output]
        found = subprocess.run(command, capture_output=True, text=True)
        if found.returncode:
            sys.exit(f"{module}: {found.stderr}")
        return [json.loads(path.read_text()) for path in sorted(pathlib.Path(output).glob("*.json"))]


def all_graphs(*options):
    """Returns the symbol graphs of each module."""
    debug_build()
    return dict(zip(modules, in_parallel(lambda module: graphs(module, *options), modules)))
