"""The examples that the pages of operators show: the tests of Tests/RillTests/Examples.

A test says whom it stands for, `@Test("first, last")`, and what its code prints; on the page this is a comment. Every operator has an example, or the site is not built.
"""
import collections
import re

from common import root

folder = root / "Tests/RillTests/Examples"
# Whose members they are, beside functions; and where these are declared.
owners = {"StreamProtocol", "Signal"}
layers = {"StreamCore", "Subjects", "Operators", "Wire"}
kinds = {"swift.func", "swift.method", "swift.type.method", "swift.property", "swift.type.property", "swift.init"}
test = re.compile(r'^  @Test\("(.*?)"\)\s+func .*? \{\n(.*?)\n    print\.expect\("([^\n]*)"\)\n  \}$', re.MULTILINE | re.DOTALL)


def wants_one(symbol, place):
    components = symbol["pathComponents"]
    is_operator = len(components) == 1 or (len(components) == 2 and components[0] in owners)
    return is_operator and place is not None and place.parts[0] in layers and symbol["kind"]["identifier"] in kinds


def pieces(text):
    """The names that each test stands for, and its code as a page shows it."""
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
                raise SystemExit(f"{path.name}: {text.count('@Test')} tests, of which {len(found)} can be read.")
            self.count += len(found)
            for names, lines in found:
                for name in names:
                    self.known[name][path.stem] = lines

    def of(self, symbol, place):
        """The example of that name in the file that is called as the operator's folder, or the one that there is."""
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
        return self.missing + [f"Examples/{file}.swift: there is no {name}." for name, file in sorted(stray)]
