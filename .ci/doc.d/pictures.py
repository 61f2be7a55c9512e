"""Checks that every marble picture in an operator's doc comment has a test.

A picture is an indented block of a doc comment. Each line has a name, marbles, and, after two spaces, an optional note.
The test is a function that has all marbles of the picture as literals. It is in the module's tests, in the file
<Source>Tests.swift.

    .ci/doc pictures --list    prints the pictures as JSON: the file, and the name, the marbles and the note of each row
"""
import json
import re

from common import marbles, place, root

folders = ["Operators", "StreamCore/Creating", "StreamCore/Joining", "Wire/Resuming"]

line = re.compile(rf"^ *///     (?P<name>\S.*?) +(?P<marbles>{marbles})(?:  +(?P<note>.*))?$")
test_function = re.compile(r"^  @Test.*?^  }$", re.MULTILINE | re.DOTALL)


def pictures(text):
    """Yields the rows of each picture, with the number of its last line."""
    picture, last = [], 0
    for number, row in enumerate(text.split("\n"), 1):
        match = line.match(row)
        if match:
            picture.append({"name": match["name"], "marbles": match["marbles"], "note": match["note"] or ""})
            last = number
        elif picture:
            yield last, picture
            picture = []


def listed():
    for folder in folders:
        for source in sorted((root / "Sources" / folder).rglob("*.swift")):
            yield from ({"file": source.stem, "rows": picture} for _, picture in pictures(source.read_text()))


def run(arguments):
    if "--list" in arguments:
        print(json.dumps(list(listed())))
        return
    count = 0
    for folder in folders:
        module = folder.split("/")[0]
        tests = {path.name: path.read_text() for path in (root / f"Tests/{module}Tests").rglob("*.swift")}
        for source in sorted((root / "Sources" / folder).rglob("*.swift")):
            test_file = f"{source.stem}Tests.swift"
            literals = [set(re.findall(r'"([^"]*)"', test)) for test in test_function.findall(tests.get(test_file, ""))]
            for number, rows in pictures(source.read_text()):
                count += 1
                picture = [row["marbles"] for row in rows]
                if not any(found.issuperset(picture) for found in literals):
                    yield f"{place(source, number)}: no test in {test_file} has all of {'  '.join(picture)}"
    if count < 100:
        yield f"Only {count} pictures were found: this check does not recognize them any longer."
    print(f"{count} pictures")
