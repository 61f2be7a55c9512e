"""Checks that the Swift code on the pages of examples, recipes and controls is a part of a compiled source.

The label of a block names its source: ```swift SignUpModel/SignUpModel.swift
The pages must also name every source of their folders. A recipe has at most 60 lines, and a test.
"""
import textwrap

from common import blocks, guides, place, root

sources = [root / "Examples/Sources", root / "Tests/Apple/Checks"]
# Pages, and the folders whose sources they explain together.
pages = {
    ("SignUp", "SevenGUIs"): ("SignUpModel", "WebElements", "WebServer", "SignUpWeb", "SignUpPostgres", "signup-web"),
    ("Sheet",): ("SheetModel", "sheet"),
    ("Blotter",): ("BlotterModel", "BlotterWeb", "blotter"),
    ("Board",): ("BoardModel", "BoardServer", "BoardWeb", "board"),
    ("Recipes",): ("Recipes",),
    ("Controls", "OtherToolkits", "SevenGUIs"): ("Examples", "GtkControls", "signup-gtk"),
    ("SevenGUIs",): ("SevenGUIs",),
}


def lines(text):
    return textwrap.dedent(text).strip("\n").split("\n")


def check(page):
    pieces = [(line, label.removeprefix("swift").strip(), "\n".join(rows)) for line, label, rows in blocks(guides[page]) if label.startswith("swift")]
    for line, path, piece in pieces:
        where = place(guides[page], line - 1)
        source = next((folder / path for folder in sources if path and (folder / path).is_file()), None)
        if not source:
            yield f"{where}: the label does not name a source."
            continue
        wanted, rows = lines(piece), source.read_text().split("\n")
        windows = (rows[start : start + len(wanted)] for start in range(len(rows) - len(wanted) + 1))
        if not any(lines("\n".join(window)) == wanted for window in windows):
            yield f"{where}: {path} does not have these lines."
    print(f"{len(pieces)} pieces of Swift in {page}.md")
    if not pieces:
        yield f"{page}.md has no Swift: this check does not recognize it any longer."


def check_names(names, modules):
    text = "".join(guides[name].read_text() for name in names)
    for module in modules:
        for source in sorted(source for folder in sources for source in (folder / module).glob("*.swift")):
            if source.name not in text:
                yield f"{' and '.join(names)} do not mention {module}/{source.name}."


def check_recipes():
    for recipe in sorted((sources[0] / "Recipes").glob("*.swift")):
        count = len(recipe.read_text().splitlines())
        if count > 60:
            yield f"Recipes/{recipe.name} has {count} lines; 60 is the limit."
        if not (root / f"Examples/Tests/RecipesTests/{recipe.stem}Tests.swift").is_file():
            yield f"Recipes/{recipe.name} has no test."


def run(_):
    for names, modules in pages.items():
        for name in names:
            yield from check(name)
        yield from check_names(names, modules)
    yield from check_recipes()
