"""Compiles the code of all pages, in a package outside of the repository.

README.md and each page of Docs become a target, with the page's ```swift blocks as top-level code. Other names that a
page uses, such as `model`, are declared in Tests/Outside/<Page>.swift.

The manifest is the README's, with the repository's path for the address. Its target has the README's code, which is
also run. The other targets import SwiftUI, Combine and Foundation beside Rill, which shows that no name on a page is
ambiguous. On a system without these modules, Tests/Outside/SDK replaces them.

One more target names every public type with its module, such as Rill.Subject. It also names the type without the
module, unless Docs/Guides/ComingFromOthers.md lists a type of Combine with the same name.
Pages that quote the examples are left out; `.ci/doc snippets` checks them.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from common import blocks, guides, located, place, root

readme = root / "README.md"
quoting = {"SignUp", "SevenGUIs", "Sheet", "Blotter", "Board", "Recipes", "Controls", "OtherToolkits"}
context = root / "Tests/Outside"
address = '.package(url: "https://…/rill.git", branch: "main")'
sdk = [] if sys.platform == "darwin" else ["Combine", "SwiftUI"]
imports = "import Combine; import Foundation; import Rill; import StreamNetworking; import StreamTesting; import SwiftUI; import Testing\n"
parts = {"Rill": ["StreamRuntime", "StreamCore", "Subjects", "Operators", "Command", "Properties", "Lists", "Bindings", "Wire", "StreamFoundation",
                  "Controls"],
         "StreamNetworking": ["StreamNetworking"],
         "StreamTesting": ["StreamTesting"]}


def code_of(page):
    """Yields the first line's number and the code of each block of Swift."""
    for line, label, rows in blocks(page):
        if label.startswith("swift"):
            if label != "swift":
                sys.exit(f"{place(page, line - 1)}: Mark the block ```swift and nothing else: all of them are compiled.")
            yield line, "".join(f"{row}\n" for row in rows)


def program(page, code):
    """Returns the code as one file, with the source locations of the page."""
    return "".join(f"{located(page, line)}\n{block}" for line, block in code)


def public_types(folder):
    """Yields the public types that are not members of other types: those whose declaration is not indented.

    OtherNames.swift is left out, because it declares the names of other libraries as unavailable.
    """
    pattern = r"^(?:@\S+ )*public (?:final |indirect )?(?:class|struct|enum|protocol|actor|typealias) (\w+)"
    for source in sorted(folder.rglob("*.swift")):
        if source.name == "OtherNames.swift":
            continue
        # Leaves out earlier names, which are unavailable.
        current = re.sub(r"^@available\(\*, unavailable.*\n.*", "", source.read_text(), flags=re.MULTILINE)
        yield from re.findall(pattern, current, re.MULTILINE)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def run(_):
    manifest, *code = sorted(code_of(readme), key=lambda block: not block[1].startswith("// swift-tools-version"))
    if address not in manifest[1]:
        yield f"README.md: the manifest does not contain {address}"
        return

    with tempfile.TemporaryDirectory() as folder:
        package = pathlib.Path(folder) / "App"
        sources = package / "Sources"
        # A package by path has the name of its folder, and the checkout may have any name.
        rill = pathlib.Path(folder) / "rill"
        (rill / "Sources/Controls").mkdir(parents=True)
        for part in ["Package.swift", "Tests", *(source.relative_to(root) for source in (root / "Sources").iterdir())]:
            if not (rill / part).exists():
                (rill / part).symlink_to(root / part)
        # The replacements of the SDK have no behaviour, so the subfolders of Controls are left out: see Tests/Apple.
        for source in (root / "Sources/Controls").glob("*.swift"):
            (rill / "Sources/Controls" / source.name).symlink_to(source)

        write(sources / "App/main.swift", program(readme, code))

        targets = ["everyTypeInFull"]
        folders = [(module, rill / "Sources" / part) for module in parts for part in parts[module]]
        names = [(module, name) for module, source in folders for name in public_types(source)]
        shared = re.search(r"Combine also has types called ([^.]*)\.", guides["ComingFromOthers"].read_text())[1]
        lines = [f"typealias {module}_{name} = {module}.{name}" for module, name in names]
        lines += [f"typealias Short{name} = {name}" for _, name in names if f"`{name}`" not in shared]
        write(sources / targets[0] / "main.swift", imports + "\n".join(lines))
        print(f"{len(names)} types in full, {len(lines) - len(names)} without their module")

        for page in [readme, *(path for name, path in guides.items() if name not in quoting)]:
            shown = code if page == readme else list(code_of(page))
            if shown:
                targets.append(page.stem + "Page")
                write(sources / targets[-1] / "main.swift", imports + program(page, shown))
                if (context / f"{page.stem}.swift").exists():
                    shutil.copy(context / f"{page.stem}.swift", sources / targets[-1] / "Context.swift")
                print(f"{len(shown)} blocks of {page.name}")

        for module in sdk:
            write(sources / module / f"{module}.swift", (context / f"SDK/{module}.swift").read_text())

        added = f"""
let sdk: [String] = {json.dumps(sdk)}
let beside = sdk.map {{ Target.Dependency(stringLiteral: $0) }} + ["StreamNetworking", "StreamTesting"].map {{ .product(name: $0, package: "rill") }}
package.targets += {json.dumps(targets)}.map {{
  .executableTarget(
    name: $0, dependencies: package.targets[0].dependencies + beside,
    swiftSettings: [.treatAllWarnings(as: .error), .enableUpcomingFeature("MemberImportVisibility")])
}}
package.targets += sdk.map {{ .target(name: $0, dependencies: $0 == "SwiftUI" ? ["Combine"] : []) }}
"""
        write(package / "Package.swift", manifest[1].replace(address, '.package(path: "../rill")') + added)
        if subprocess.run(["swift", "build", "--quiet", "--package-path", package]).returncode:
            yield "The package does not build."
            return
        app = ["swift", "run", "--quiet", "--skip-build", "--package-path", package, "App"]
        printed = subprocess.run(app, capture_output=True, text=True).stdout.strip()
        if not printed or f"// {printed}\n" not in program(readme, code):
            yield f"The comments in the code of README.md do not have its output: {printed}"
