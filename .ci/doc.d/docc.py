"""Builds the documentation as a site with DocC: all public types as one module, Rill, and the guides of Docs.

    .ci/doc docc                    builds .build-docs/site; a warning of DocC is an error
    .ci/doc docc --look             also takes pictures of five pages: .build-docs/*.png; needs Chromium
    .ci/doc docc --base-path /rill  for a site below the root of its server
    .ci/doc docc --marbles URL      the address of the live marbles, for links below pictures: http://127.0.0.1:8090

Each module has a page, with an introduction from Docs/Site/<Module>.md. The folders of Sources group its contents, and
the members of large types. Marble pictures become images, unless their values are words. The pages of operators have
the names in other libraries, and an example, which is a test (examples.py). DocC checks all links.
"""
import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

import examples
import marbles
from common import all_graphs, guides, imports, modules, root

output = root / ".build-docs"
catalog, graphs, site = output / "Rill.docc", output / "graphs", output / "site"
# DocC groups members by kind. From this number on, they are grouped by the folders that declare them.
most_members = 15
# The headings that most readers need come first.
first = ["Subscribing", "Transforming", "Filtering", "Combining", "Flattening", "Failing", "Timing", "Side effects", "Async", "Waiting"]
pictures = 0
# The first picture of each symbol, as Markdown.
picture_of = {}
# The link of each picture to the page of live marbles, and the operators on that page.
live_of = {}
live_page = "http://127.0.0.1:8090"
live = {
    re.sub(r"\\(.)", r"\1", name)
    for path in sorted((root / "Examples/Sources/LiveMarbles/Catalog").glob("*.swift"))
    for name in re.findall(r'\badd(?:Windows)?\(\s*"((?:[^"\\]|\\.)*)"', path.read_text())
}


def illustrate(lines):
    """Replaces each marble picture of a doc comment with an image."""
    global pictures
    result, block = [], []
    for line in [*lines, ""]:
        if line.startswith("    ") and line.strip() and (block or not result or not result[-1].strip()):
            block.append(line[4:])
            continue
        rows = block and marbles.read(block)
        if rows:
            pictures += 1
            for theme, suffix in (("light", ""), ("dark", "~dark")):
                (catalog / f"picture-{pictures}{suffix}.svg").write_text(marbles.draw(rows, theme))
            words = "; ".join(f"{name}: {text}" for name, text, _ in rows).replace("[", "(").replace("]", ")")
            result.append(f"![{words}](picture-{pictures})")
            if name := next((name for name, _, _ in rows if name in live), None):
                live_of[result[-1]] = f"[Live]({live_page}/?operator={urllib.parse.quote(name, safe='')})"
                result += ["", live_of[result[-1]]]
        else:
            result += [f"    {text}" for text in block]
        block = []
        result.append(line)
    return result[:-1]


def place(symbol):
    """Returns the path of the symbol's declaration, below Sources."""
    uri = symbol.get("location", {}).get("uri", "")
    return pathlib.PurePath(uri.partition("/Sources/")[2]) if "/Sources/" in uri else None


def merged():
    """Merges all graphs into one of a module Rill. Returns it and its symbols."""
    symbols, relationships = {}, []
    for found in all_graphs().values():
        for graph in found:
            for symbol in graph["symbols"]:
                unavailable = any(each.get("isUnconditionallyUnavailable") for each in symbol.get("availability", []))
                if not unavailable:
                    symbols.setdefault(symbol["identifier"]["precise"], symbol)
            relationships += graph["relationships"]
            frame = {key: graph[key] for key in ("metadata", "module")}
    owners = {tuple(symbol["pathComponents"]) for symbol in symbols.values()}
    # Members of other modules' types have no page. The guides describe them.
    symbols = {
        name: symbol for name, symbol in symbols.items() if len(symbol["pathComponents"]) == 1 or tuple(symbol["pathComponents"][:-1]) in owners
    }
    for symbol in symbols.values():
        if "docComment" in symbol:
            lines = illustrate([line["text"] for line in symbol["docComment"]["lines"]])
            picture_of.update({symbol["identifier"]["precise"]: line for line in reversed(lines) if line.startswith("![")})
            symbol["docComment"] = {"lines": [{"text": each} for each in lines]}
    frame["module"] = {**frame["module"], "name": "Rill"}
    relationships = [each for each in relationships if each["source"] in symbols]
    return {**frame, "symbols": list(symbols.values()), "relationships": relationships}, symbols


def slug(heading):
    """Returns GitHub's anchor for a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def anchor(page, fragment):
    """Translates GitHub's anchor of a heading to DocC's."""
    for heading in re.findall(r"^#+ (.*)$", guides[page].read_text(), re.MULTILINE):
        if slug(heading.replace("`", "")) == fragment:
            return re.sub(r"[^\w\-.,&]+", "-", re.sub(r"['`,]", "", heading)).strip("-")
    sys.exit(f"{page}.md has no heading #{fragment}")


def link(page, text, target):
    path, _, fragment = target.partition("#")
    if re.match(r"[a-z]+:", target):
        return f"[{text}]({target})"
    name = pathlib.PurePath(path).stem if path else page
    if name in guides:
        return f"[{text}](doc:{article(name)}{'#' + anchor(name, fragment) if fragment else ''})"
    if not (guides[page].parent / path).exists():
        sys.exit(f"{page}.md: there is no {target}")
    return text


def article(name):
    """Returns the name of a guide's article, which differs from the names of types and modules."""
    return f"Guide-{name}"


def below_one_title(text):
    """Lowers all headings below the title, because DocC allows one heading of the first level."""
    title, _, rest = text.partition("\n")
    parts = re.split(r"(^```.*?^```)", rest, flags=re.MULTILINE | re.DOTALL)
    return title + "\n" + "".join(part if part.startswith("```") else re.sub(r"^# ", "## ", part, flags=re.MULTILINE) for part in parts)


def with_pictures(text, links):
    """Adds a picture below each row of the operator tables: that of the first operator that has one."""

    def illustrated(row):
        names = re.findall(r"`([^`]+)`", row[0].split("|")[1])
        picture = next((picture for name in names if (picture := links.picture(name))), None)
        shown = picture and f"{picture.replace('|', '❘')} {live_of.get(picture, '')}"
        return f"{row[0]}\n| {shown} {'|' * (row[0].count('|') - 1)}" if picture else row[0]

    return re.sub(r"^\|.*\|$", illustrated, text, flags=re.MULTILINE)


def write_guides(links):
    for name, path in guides.items():
        text = below_one_title(path.read_text())
        if name == "Operators":
            text = with_pictures(text, links)
        text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL)
        for image in re.findall(r"!\[[^\]]*\]\((\S+?\.\w+)\)", text):
            shutil.copyfile(path.parent / image, catalog / pathlib.PurePath(image).name)
        text = re.sub(r"!\[([^\]]*)\]\(\S*?([^/\s]+)\)", r"![\1](\2)", text)
        text = re.sub(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)", lambda found: link(name, found[1].replace("\n", " "), found[2]), text)
        (catalog / f"{article(name)}.md").write_text(links.mark(text))


def write_tutorial():
    """Writes the tutorial and its code. Compiles the steps; the last ones are a recipe and its test."""
    for page in sorted((root / "Docs/Site").glob("*.tutorial")):
        shutil.copy(page, catalog)
    for step in sorted((root / "Docs/Site/Search").glob("*.swift")):
        shutil.copyfile(step, catalog / f"Search-{step.name}")
        command = ["swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", *imports(), step]
        if subprocess.run(command).returncode:
            sys.exit(f"{step.relative_to(root)} does not compile.")
    shutil.copy(root / "Examples/Sources/Recipes/SearchAsYouType.swift", catalog)
    shutil.copy(root / "Examples/Tests/RecipesTests/SearchAsYouTypeTests.swift", catalog)


def words(name):
    """Returns the name of a folder or file as a heading."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).capitalize()


def group(path):
    """Returns the heading for a declaration: its folder, or its module if it is in no folder."""
    folders = path.parts[1:-1]
    return words(folders[0]) if folders else "The rest" if path.parts[0] in ("StreamCore", "Operators", "Properties", "Bindings") else words(path.parts[0])


def topics(groups):
    headings = sorted(groups, key=lambda heading: (first.index(heading) if heading in first else len(first), heading))
    return "\n".join(f"### {heading}\n\n" + "\n".join(f"- {each}" for each in sorted(set(groups[heading]))) + "\n" for heading in headings)


def write_pages(symbols, paths):
    """Writes the landing page, a page for each module, and one for each type with many members."""
    types = {module: collections.defaultdict(list) for module in modules}
    members = collections.defaultdict(lambda: collections.defaultdict(list))
    declared = {}
    for name, symbol in symbols.items():
        path, components = place(symbol), symbol["pathComponents"]
        if name not in paths or path is None:
            continue
        entry = f"``{folded(paths[name])}``"
        if len(components) == 1:
            types[path.parts[0]][group(path)].append(entry)
            declared[components[0]] = paths[name]
        elif len(components) == 2:
            members[components[0]][group(path)].append(entry)
    for module in modules:
        text = (root / f"Docs/Site/{module}.md").read_text()
        (catalog / f"Module-{module}.md").write_text(f"{text}\n## Topics\n\n{topics(types[module])}")
    for owner, groups in members.items():
        if owner in declared and sum(map(len, groups.values())) >= most_members and len(groups) > 1:
            (catalog / f"{owner}.md").write_text(f"# ``{declared[owner]}``\n\n## Topics\n\n{topics(groups)}")
    landing = (root / "Docs/Site/Rill.md").read_text()
    missing = [name for name in guides if f"<doc:{article(name)}>" not in landing]
    if missing:
        sys.exit(f"Docs/Site/Rill.md has no link to {', '.join(missing)}.")
    manifest, code = sorted(
        re.findall(r"^```swift\n.*?^```$", (root / "README.md").read_text(), re.MULTILINE | re.DOTALL), key=lambda block: "swift-tools-version" not in block
    )
    for image in re.findall(r"!\[[^\]]*\]\((\S+?)\)", landing):
        shutil.copy(root / "Docs/images" / image, catalog)
    landing = landing.replace("<!-- the first code of README.md -->", code).replace("<!-- the manifest of README.md -->", manifest)
    (catalog / "Rill.md").write_text(landing)


def dress(base):
    """Sets the name and the icon of the site, and redirects its root to the landing page."""
    for index in site.rglob("index.html"):
        index.write_text(index.read_text().replace(f"{base}/favicon.ico", f"{base}/favicon.svg").replace("<title>Documentation", "<title>Rill"))
    shutil.copyfile(root / "Docs/Site/rill.svg", site / "favicon.svg")
    target = f"{base}/documentation/rill"
    (site / "index.html").write_text(f'<!doctype html><title>Rill</title><meta http-equiv="refresh" content="0; url={target}"><a href="{target}">Rill</a>\n')


def convert(strictly, *options):
    shutil.rmtree(site, ignore_errors=True)
    command = ["docc", "convert", catalog, "--additional-symbol-graph-dir", graphs, "--output-path", site]
    command += ["--fallback-display-name", "Rill", "--fallback-bundle-identifier", "rill", "--experimental-enable-custom-templates"]
    command += ["--enable-experimental-overloaded-symbol-presentation", *options]
    found = subprocess.run([*command, "--warnings-as-errors"] if strictly else command, capture_output=True, text=True)
    if strictly and found.returncode:
        sys.exit(found.stdout + found.stderr)
    return found


def pages():
    for path in (site / "data/documentation").rglob("*.json"):
        yield json.loads(path.read_text())


def paths_of(symbols):
    """Yields the link of each symbol. DocC adds a generated suffix to links of overloads."""
    for page in pages():
        name = page.get("metadata", {}).get("externalID")
        if name in symbols:
            components = symbols[name]["pathComponents"]
            letters = re.search(r"[)\w](-[0-9a-z]{1,7}(?:-swift\.[a-z.]+)?|-swift\.[a-z.]+(?:-[0-9a-z]{1,7})?)$", page["identifier"]["url"])
            yield name, "/".join(components) + (letters[1] if letters else "")


def overload_groups():
    """Yields the paths of the pages that DocC generates for groups of overloads."""
    prefix = "doc://rill/documentation/Rill/"
    for page in pages():
        if page["metadata"].get("externalID", "").endswith("::OverloadGroup"):
            yield page["identifier"]["url"].removeprefix(prefix)


def folded(path):
    """Returns the path of the page of all overloads, for the path of one of them."""
    together = re.sub(r"-[0-9a-z]{1,7}$", "", path)
    return together if re.sub("[<>]", "_", together) in groups_of_overloads else path


def short(path):
    """Returns a path without the arguments that have defaults, which links in doc comments leave out."""
    return re.sub(r"(?<=[(:])(?:fileID|filePath|line|column|isolation):", "", path)


def peers():
    """Yields the names of operators in other libraries, from Docs/Guides/ComingFromOthers.md."""
    rows = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in guides["ComingFromOthers"].read_text().split("\n") if row.startswith("|")]
    for row in rows[2:]:
        if len(row) != len(rows[0]):
            break
        peer_names = "; ".join(f"{name}: {text}" for name, text in zip(rows[0][:-1], row) if text != "–")
        for name in re.findall(r"`(\w+)[^`]*`", row[-1]):
            if peer_names:
                yield name, peer_names


class Links:
    """Resolves links of doc comments. A link that fits several overloads leads to the first."""

    # Names that several types share, so without a type they are not links.
    of_many = {"bind", "send", "signal", "values", "first", "last", "single", "result", "collect", "modify"}

    def __init__(self, symbols, paths):
        self.paths = paths
        self.known = collections.defaultdict(list)
        order = lambda name: (symbols[name].get("location", {}).get("uri", ""), symbols[name].get("location", {}).get("position", {}).get("line", 0))
        for name in sorted(filter(paths.get, symbols), key=order):
            for path in {"/".join(symbols[name]["pathComponents"]), short("/".join(symbols[name]["pathComponents"]))}:
                self.known[path].append(name)
        # A name without arguments leads to the most common overload.
        self.short = {}
        for path in sorted(self.known, key=lambda path: ("(" not in path, "(_:)" not in path, "(for:" not in path, len(path))):
            self.short.setdefault(path.partition("(")[0], self.known[path])

    def resolved(self, owner, text):
        if text in modules:
            return f"<doc:Module-{text}>"
        path = re.sub(rf"^({'|'.join(modules)})/", "", text.partition("-(")[0])
        for around in [*(owner[:length] for length in range(len(owner), -1, -1)), ["StreamProtocol"]]:
            if found := self.known.get("/".join([*around, path])):
                return f"``/Rill/{folded(self.paths[found[0]])}``"
        return f"``{text}``"

    def named(self, text):
        """Resolves a name in the code of a guide: a type, a member with its type, or an operator."""
        path = text.replace(".", "/")
        for wanted in (f"StreamProtocol/{path}", path):
            if text not in self.of_many and (found := (self.known if "(" in text else self.short).get(wanted)):
                return folded(self.paths[found[0]])
        return None

    def picture(self, text):
        """Returns the picture for an operator in a table: that of the overload with the most similar labels."""

        def parts(name):
            base, _, arguments = name.partition("(")
            return base.strip(" .{}"), re.findall(r"(\w+):", arguments)

        wanted, labels = parts(text)
        found = []
        for path, symbols in self.known.items():
            owner, _, member = path.rpartition("/")
            base, others = parts(member)
            if owner in ("StreamProtocol", "Signal", "") and base == wanted != "Signal":
                found += [(len(set(labels) ^ set(others) - {"_"}), picture_of[each]) for each in symbols if each in picture_of]
        return min(found)[1] if found else None

    def mark(self, text):
        """Makes links of the names in a guide: the first use in each section."""
        seen = set()

        def marked(found):
            name = found["name"]
            path = name and self.named(name)
            if not path or path in seen:
                return found[0]
            seen.add(path)
            return f"[`{name}`](<doc:/Rill/{path}>)"

        pattern = r"^```.*?^```|^#.*?$|!?\[[^\]]*\]\([^)]*\)|``+[^`]+``+|`(?P<name>[A-Za-z][\w.]*(?:\([\w:]*\))?)`|`[^`]*`"
        sections = re.split(r"^(?=#)", text, flags=re.MULTILINE)
        for index, section in enumerate(sections):
            seen.clear()
            sections[index] = re.sub(pattern, marked, section, flags=re.MULTILINE | re.DOTALL)
        return "".join(sections)

    def mend(self, owner, text):
        text = re.sub(r"`Docs/\w+/(\w+)\.md`", lambda found: f"<doc:{article(found[1])}>", text)
        return re.sub(r"(?<!`)``([^`]+)``(?!`)", lambda found: self.resolved(owner, found[1]), text)


def ungrouped():
    """Yields the declarations under DocC's generated headings, which are in none of our groups."""
    for page in pages():
        title = page["metadata"]["title"]
        for section in page.get("topicSections", []):
            if section.get("generated") and title == "Rill":
                yield from (f"{title}: {each}" for each in section["identifiers"])


def look():
    """Takes pictures of five pages, for a check by eye."""
    import functools
    import http.server
    import threading

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    handler = functools.partial(Quiet, directory=site)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    names = ["rill", "rill/module-operators", "rill/streamprotocol/debounce(for:on:)", "rill/guide-commands", "rill/guide-operators"]
    for name in names:
        picture = output / f"{name.replace('/', '-')}.png"
        command = ["chromium", "--headless", "--no-sandbox", "--window-size=1280,1600", "--virtual-time-budget=8000"]
        command += [f"--screenshot={picture}", f"http://127.0.0.1:{server.server_port}/documentation/{name}"]
        subprocess.run(command, check=True, capture_output=True)
        print(picture)
    server.shutdown()


def run(arguments):
    global groups_of_overloads, live_page
    if "--marbles" in arguments:
        live_page = arguments[arguments.index("--marbles") + 1].rstrip("/")
    shutil.rmtree(output, ignore_errors=True)
    catalog.mkdir(parents=True)
    graphs.mkdir()
    graph, symbols = merged()
    (graphs / "Rill.symbols.json").write_text(json.dumps(graph))
    options = arguments[arguments.index("--base-path") :][:2] if "--base-path" in arguments else []
    base = "/" + options[1].strip("/") if options else ""
    options = ["--hosting-base-path", options[1]] if options else []
    convert(False)
    paths = dict(paths_of(symbols))
    groups_of_overloads = set(overload_groups())
    links = Links(symbols, paths)
    for symbol in graph["symbols"]:
        for line in symbol.get("docComment", {}).get("lines", []):
            line["text"] = links.mend(symbol["pathComponents"], line["text"])
    elsewhere = dict(peers())
    shown = examples.Examples()
    for symbol in graph["symbols"]:
        name = symbol["names"]["title"].partition("(")[0]
        if symbol["pathComponents"][0] in examples.owners and name in elsewhere and "docComment" in symbol:
            symbol["docComment"]["lines"] += [{"text": ""}, {"text": f"Elsewhere: {elsewhere[name]}."}]
        if examples.wants_one(symbol, place(symbol)):
            symbol["docComment"]["lines"] += [{"text": line} for line in shown.of(symbol, place(symbol))]
    if shown.problems():
        return shown.problems()
    (graphs / "Rill.symbols.json").write_text(json.dumps(graph))
    write_guides(links)
    write_tutorial()
    write_pages(symbols, paths)
    shutil.copy(root / "Docs/Site/theme-settings.json", catalog)
    shutil.copy(root / "Docs/Site/rill.svg", catalog)
    (catalog / "header.html").write_text((root / "Docs/Site/header.html").read_text().replace("BASE", base))
    convert(True, *options)
    dress(base)
    needed = ["index.html", "favicon.svg", "theme-settings.json", "documentation/rill/index.html"]
    missing = [name for name in needed if not (site / name).is_file()]
    if missing:
        return [f"Not in the site: {each}" for each in missing]
    stray = list(ungrouped())
    if stray:
        return [f"In no group: {each}" for each in stray]
    print(f"{sum(1 for _ in pages())} pages, {pictures} pictures, {shown.count} examples: {site.relative_to(root)}")
    if "--look" in arguments:
        look()
    return []
