"""Lists the public declarations of each module in Docs/api/<Module>.txt: one a line, sorted.

    .ci/doc api            writes the files
    .ci/doc api --check    compares them with the modules of the debug build

A line has the declaration's type, the constraints of its extension, and the declaration. The lists leave out
unavailable declarations (the names of other libraries), derived members, members from other modules, and attributes that
change no call. They are the lists of Linux, so declarations for Apple's systems are not in them.
"""
import difflib
import re
import subprocess

from common import all_graphs, modules, root

folder = root / "Docs/api"
# Every type conforms to these protocols unless it opts out.
implied = {"Copyable", "Escapable", "SendableMetatype"}


def demands(constraints, known=frozenset()):
    """Returns a where clause of the constraints that are not known yet, or an empty string."""
    signs = {"sameType": "=="}
    clauses = {f"{each['lhs']} {signs.get(each['kind'], ':')} {each['rhs']}" for each in constraints if each["rhs"] not in implied}
    return f" where {', '.join(sorted(clauses - known))}" if clauses - known else ""


def declaration(symbol):
    text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
    # The compiler's text leaves out the arguments of an opaque type such as `some Sequence<Int>`.
    opaque = [
        f"{each['lhs']} == {each['rhs']}"
        for each in symbol.get("swiftGenerics", {}).get("constraints", [])
        if each["kind"] == "sameType" and re.search(r"\(?some [^<]+$", each["lhs"] + each["rhs"])
    ]
    text += f" [{', '.join(sorted(opaque))}]" if opaque else ""
    return re.sub(r"@(?:inlinable|frozen|usableFromInline) ", "", re.sub(r"\s+", " ", text))


def is_callable(symbol):
    return not any(each.get("isUnconditionallyUnavailable") for each in symbol.get("availability", []))


def is_type(symbol):
    return symbol["kind"]["identifier"] in ("swift.class", "swift.struct", "swift.enum", "swift.protocol", "swift.typealias")


known = {}
names = {}
promised = {}
ours = set()


def read():
    known.update(all_graphs())
    for symbol in [symbol for found in known.values() for graph in found for symbol in graph["symbols"]]:
        names[symbol["identifier"]["precise"]] = path = ".".join(symbol["pathComponents"])
        if is_type(symbol):
            # A type's own constraints are not repeated for each of its members.
            clauses = demands(symbol.get("swiftGenerics", {}).get("constraints", [])).removeprefix(" where ")
            promised[path] = frozenset(clauses.split(", "))
    ours.update(names)


def name(identifier):
    """Returns the name of a type. The compiler demangles the names of types from other modules."""
    if identifier not in names:
        command = ["swift", "demangle", "--compact", "--simplified", identifier.replace("s:", "$s", 1)]
        names[identifier] = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    return names[identifier]


def lines(module):
    for graph in known[module]:
        own = {symbol["identifier"]["precise"] for symbol in graph["symbols"]}
        for symbol in filter(is_callable, graph["symbols"]):
            path = symbol["pathComponents"]
            owner = ".".join(path if is_type(symbol) else path[:-1])
            extension = demands(symbol.get("swiftExtension", {}).get("constraints", []), promised.get(owner, frozenset()))
            yield (f"{owner}{extension}: " if owner else "") + declaration(symbol)
        for relation in graph["relationships"]:
            target = relation.get("targetFallback", names.get(relation["target"]))
            # A type of another module is listed only with its conformances to protocols of Rill.
            is_listed = relation["source"] in own or relation["target"] in ours
            if relation["kind"] == "conformsTo" and is_listed and target.removeprefix("Swift.") not in implied:
                owner = name(relation["source"])
                where = demands(relation.get("swiftConstraints", []), promised.get(owner, frozenset()))
                yield f"{owner}: conforms to {target}{where}"


def run(options):
    read()
    texts = {module: "".join(f"{line}\n" for line in sorted(set(lines(module)))) for module in modules}
    if options != ["--check"]:
        folder.mkdir(parents=True, exist_ok=True)
        for module, text in texts.items():
            (folder / f"{module}.txt").write_text(text)
        return
    print(f"{sum(text.count(chr(10)) for text in texts.values())} public declarations and conformances")
    changes = []
    for module, text in texts.items():
        path = folder / f"{module}.txt"
        before = path.read_text() if path.exists() else ""
        label = path.relative_to(root)
        changes += difflib.unified_diff(before.splitlines(), text.splitlines(), f"{label}, committed", f"{label}, built", "", "", 0, "")
    yield from changes
    if changes:
        yield "The public declarations have changed. If you intended this, run `.ci/doc api`, and commit the new lists."
