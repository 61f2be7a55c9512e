"""Checks the compiler's messages for common mistakes.

Each file of Tests/Diagnostics is compiled with Tests/Diagnostics/Models against the modules of the debug build. A line
that ends with `// error: text` must be refused, and the compiler's message must contain the text. Other lines must
compile. The compiler checks actor isolation only in files without type errors, so these mistakes have separate files.

Schedulers.swift must have a line for every public function that takes a scheduler (Docs/api).

    .ci/doc diagnostics [FILES]    checks only these files, and shows the compiler's messages
"""
import pathlib
import re

from common import debug_build, in_parallel, place, root, swiftc

folder = root / "Tests/Diagnostics"
models = sorted((folder / "Models").glob("*.swift"))


def check(file, shows=False):
    """Returns the number of expected errors, and the findings."""
    output = swiftc(["-typecheck", "-parse-as-library", "-suppress-warnings"], file, *models)
    if shows:
        print(output)

    messages_at = {}
    failures = []
    for path, line, text in re.findall(r"^(/.+?):(\d+):\d+: error: (.*)$", output, re.MULTILINE):
        if pathlib.Path(path) == file:
            messages_at.setdefault(int(line), []).append(text)
        elif "@__swiftmacro" in path:
            # An error in a macro's expansion belongs to the line of the attribute.
            site = re.search(rf"{re.escape(str(file))}:(\d+):", output[output.index(path) :])
            messages_at.setdefault(int(site[1]), []).append(text)
        else:
            failures.append(f"{path}:{line}: refused: {text}")

    lines = file.read_text().split("\n")
    expected = {number: re.findall(r"// error: (.+?)(?= *// error: |$)", line) for number, line in enumerate(lines, 1)}
    for number, wanted in expected.items():
        where = place(file, number)
        messages = messages_at.get(number, [])
        failures += [f"{where}: not refused with: {text}" for text in wanted if not any(text in message for message in messages)]
        failures += [f"{where}: refused: {message}" for message in messages if not any(text in message for text in wanted)]
    if output and not messages_at and not failures:
        failures.append(f"{file.name}: {output}")
    return sum(map(len, expected.values())), failures


def untried():
    """Yields the names of public functions that take a scheduler and have no line in Schedulers.swift."""
    tried = (folder / "Schedulers.swift").read_text()
    wanted = {}
    for api in sorted((root / "Docs/api").glob("*.txt")):
        for line in api.read_text().split("\n"):
            owner, _, declaration = ("", "", line) if line.startswith("func ") else line.partition(": ")
            if api.stem == "StreamTesting" or not re.search(r"[(,] ?(?:on |_ )?\w*: (?:any|some) Scheduler|\bS : Scheduler\b", declaration):
                continue
            name = re.search(r"func (\w+)|(init)\b", declaration)
            if not name:
                continue
            wanted.setdefault(owner.split(" ")[0] if name[2] else name[1], []).append(line)
    for name, lines in wanted.items():
        if len(re.findall(rf"\b{name}(?:<[^(]*>)?\(", tried)) < len(lines):
            yield f"Tests/Diagnostics/Schedulers.swift: {name} with `any Scheduler` needs {len(lines)} lines or more"


def run(names):
    files = [pathlib.Path(name).resolve() for name in names] or sorted(folder.glob("*.swift"))
    debug_build()
    results = in_parallel(lambda file: check(file, shows=bool(names)), files)
    count = sum(count for count, _ in results)
    print(f"{count} mistakes that the compiler must name")
    for _, findings in results:
        yield from findings
    if not names:
        yield from untried()
    if not count:
        yield "No expected error was found: this check does not recognize them any longer."
