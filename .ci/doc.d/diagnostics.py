"""What does not compile is refused with the right words.

Each file of Tests/Diagnostics is compiled with those of Tests/Diagnostics/Models against the modules of the debug build. A line that ends
with `// error: text` must be refused, with that text in the compiler's message; a line without must not be refused. Actor isolation and
the like are checked only in a file that is right in its types, so such mistakes stand in files of their own.

For every public function that takes a scheduler (Docs/api), Schedulers.swift has to have a line.

    .ci/doc diagnostics [FILES]    looks at these files only, and shows the compiler's messages
"""
import pathlib
import re

from common import debug_build, in_parallel, place, root, swiftc

folder = root / "Tests/Diagnostics"
models = sorted((folder / "Models").glob("*.swift"))


def check(file, shows=False):
    """How many lines are refused as expected, and what differs."""
    output = swiftc(["-typecheck", "-parse-as-library", "-suppress-warnings"], file, *models)
    if shows:
        print(output)

    said = {}
    failures = []
    for path, line, text in re.findall(r"^(/.+?):(\d+):\d+: error: (.*)$", output, re.MULTILINE):
        if pathlib.Path(path) == file:
            said.setdefault(int(line), []).append(text)
        elif "@__swiftmacro" in path:
            # What a macro expands to belongs to the line of the attribute.
            site = re.search(rf"{re.escape(str(file))}:(\d+):", output[output.index(path) :])
            said.setdefault(int(site[1]), []).append(text)
        else:
            failures.append(f"{path}:{line}: refused: {text}")

    lines = file.read_text().split("\n")
    expected = {number: re.findall(r"// error: (.+?)(?= *// error: |$)", line) for number, line in enumerate(lines, 1)}
    for number, wanted in expected.items():
        where = place(file, number)
        messages = said.get(number, [])
        failures += [f"{where}: not refused with: {text}" for text in wanted if not any(text in message for message in messages)]
        failures += [f"{where}: refused: {message}" for message in messages if not any(text in message for text in wanted)]
    if output and not said and not failures:
        failures.append(f"{file.name}: {output}")
    return sum(map(len, expected.values())), failures


def untried():
    """Public functions that take a scheduler and have no line in Schedulers.swift, by their names."""
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
            yield f"Tests/Diagnostics/Schedulers.swift: less than {len(lines)} lines try {name} with `any Scheduler`"


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
        yield "No mistake was found: this check does not read them any longer."
