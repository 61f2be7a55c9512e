"""What the compiler knows of the public declarations, as symbol graphs of the debug build; for .ci/api and .ci/docs."""
import concurrent.futures
import functools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent
modules = ["StreamTracing", "StreamRuntime", "StreamCore", "Subjects", "Operators", "Command", "Properties", "Lists", "Bindings",
           "StreamFoundation", "Controls", "StreamTesting", "Interleaving"]


@functools.cache
def debug_build():
    found = subprocess.run(["swift", "build", "--show-bin-path"], cwd=root, check=True, capture_output=True, text=True)
    return pathlib.Path(found.stdout.strip())


def imports():
    """The compiler's options to find the modules of the debug build, and the C module that they were built with."""
    return ["-I", debug_build() / "Modules", "-I", root / "Sources/CStreamPrimitives/include"]


def graphs(module, *options):
    """What the compiler writes about a module: a graph of its own types, and one for each module whose types it extends."""
    build = debug_build()
    with tempfile.TemporaryDirectory() as output:
        command = ["swift", "symbolgraph-extract", "-module-name", module, "-minimum-access-level", "public", *options]
        command += ["-skip-synthesized-members", *imports(), "-target", build.parent.name, "-output-dir", output]
        found = subprocess.run(command, capture_output=True, text=True)
        if found.returncode:
            sys.exit(f"{module}: {found.stderr}")
        return [json.loads(path.read_text()) for path in sorted(pathlib.Path(output).glob("*.json"))]


def all_graphs(*options):
    """The graphs of each module."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(modules, pool.map(lambda module: graphs(module, *options), modules)))
