"""Reads the examples for the pages of operators: the tests of Tests/RillTests/Examples.

A test names its operators, `@Test("first, last")`, and its output, which the page shows as a comment. Every operator
needs an example. Otherwise the site is not built.
"""
import collections
import re

from common import root

folder = root / "Tests/RillTests/Examples"
# Operators are free functions, and members of these types, declared in these modules.
owners = {"StreamProtocol", "Signal"}
layers = {"StreamCore", "Subjects", "Operators", "Wire"}
kinds = {"swift.func", "swift.method", "swift.type.method", "swift.property", "swift.type.property", "swift.init"}
test = re.compile(r'^  @Test\("(.*?)"\)\s+func .*? \{\n(.*?)\n    print\.expect\("([^\n]*)"\)\n  \}$', re.MULTILINE | re.DOTALL)


def wants_one(symbol, place):
    components = symbol["pathComponents"]
    is_operator = len(components) == 1 or (len(components) == 2 and components[0] in owners)
    return is_operator and place is not None and place.parts[0] in layers and symbol["kind"]["identifier"] in kinds


def pieces(text):
    """Yields the operators that each test names, and its code as a page shows it."""
    shared = re.findall(r"^  let (\w+) = .*$", text, re.MULTILINE)
    for names, body, printed in test.findall(text):
        lines = [re.search(rf"^  (let {name} = .*)$", text, re.MULTILINE)[1] for name in shared if name != "print" and re.search(rf"\b{name}\b", body)]
        lines += [line[4:] for line in body.split("\n")]
        comment = "// " + printed.replace('\\"', '"')
        yield names.split(", "), ["", "## Example", "", "```swift", *lines, comment, "```"]


class Examples:
    def __init__(self):
        self.known = collections.defaultdict(dict)
        self.used, self.missing = set(), []
        self.count = 0
        for path in sorted(folder.glob("*.swift")):
            text = path.read_text()
            found = list(pieces(text))
            if len(found) != text.count("@Test"):
                raise SystemExit(f"{path.name}: only {len(found)} of {text.count('@Test')} tests have the form of an example.")
            self.count += len(found)
            for names, lines in found:
                for name in names:
                    self.known[name][path.stem] = lines

    def of(self, symbol, place):
        """Returns the operator's example; of several, the one in the file with the name of the operator's folder."""
        name = symbol["names"]["title"]
        files = self.known.get(name)
        if not files:
            self.missing.append(f"{place}: {name} has no example in {folder.relative_to(root)}.")
            return []
        file = next((part for part in place.parts[1:-1] if part in files), next(iter(files)))
        self.used.add((name, file))
        return files[file]

    def problems(self):
        stray = {(name, file) for name, files in self.known.items() for file in files} - self.used
        return self.missing + [f"Examples/{file}.swift: there is no operator {name}." for name, file in sorted(stray)]
