"""The public declarations of each module, as the compiler knows them: Docs/api/<Module>.txt, one a line, sorted.

    .ci/doc api            writes the files
    .ci/doc api --check    compares them with what the modules of the debug build declare

A line names the type that a declaration belongs to, what the extension that it stands in demands, and the declaration. Left out are what
cannot be called (the names of other libraries), members that the compiler derives or other modules bring, and attributes that change no call.
The lists are those of Linux: what only Apple's systems have is not in them.
"""
import difflib
import re
import subprocess

from common import all_graphs, modules, root

folder = root / "Docs/api"
# Every type is said to conform to them, unless it says that it does not.
implied = {"Copyable", "Escapable", "SendableMetatype"}


def demands(constraints, known=frozenset()):
    """A where clause of what is not known yet, or nothing."""
    signs = {"sameType": "=="}
    clauses = {f"{each['lhs']} {signs.get(each['kind'], ':')} {each['rhs']}" for each in constraints if each["rhs"] not in implied}
    return f" where {', '.join(sorted(clauses - known))}" if clauses - known else ""


def declaration(symbol):
    text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
    # The compiler leaves out what is between the brackets of `some Sequence<Int>`.
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
            # What a type demands of its parameters is not said again by each of its members.
            clauses = demands(symbol.get("swiftGenerics", {}).get("constraints", [])).removeprefix(" where ")
            promised[path] = frozenset(clauses.split(", "))
    ours.update(names)


def name(identifier):
    """Types of others are named by the compiler alone."""
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
            # Of the types of others only what conforms to ours is told: the rest is what they are without us.
            told = relation["source"] in own or relation["target"] in ours
            if relation["kind"] == "conformsTo" and told and target.removeprefix("Swift.") not in implied:
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
        yield "The public surface has changed: if that is meant, `.ci/doc api` writes the new lists, which go into the same commit."
