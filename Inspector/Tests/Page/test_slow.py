"""Twenty programs with a slow place each. The place must be in the first three rows of the table."""
import os
import re
import subprocess
import unittest

from inspector import HERE, PageTestCase

EXAMPLES = HERE / "../../../Examples"
SLOW = os.environ.get("SLOW") or EXAMPLES / ".build/debug/slow"
PLANTED = re.compile(r"// planted: (\w+)(?: (\w+))?$")
ROWS = """async (key) => {
    const { blame, ranked } = await import("/blame.js");
    const keys = new Map([...inspector.graph.members].flatMap(([key, nodes]) => nodes.map((node) => [node, key])));
    return ranked(blame(inspector.model, (node) => ({ key: keys.get(node) })), key)
        .slice(0, 3).map(({ node }) => [inspector.model.placeOf(node), node.name]);
}"""


def planted():
    """Returns for each program the order of the table, the slow place, and the operator if there is one."""
    found = {}
    for path in sorted((EXAMPLES / "Sources/slow").glob("*.swift")):
        program = None
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if match := re.match(r"func (\w+)\(", line):
                program = match[1]
            if match := PLANTED.search(line):
                found[program] = match[1], f"slow/{path.name}:{number}", match[2]
    return found


class Slow(PageTestCase):
    def test_the_slow_place_is_among_the_first_three(self):
        programs = planted()
        self.assertEqual(len(programs), 20)
        missed = {}
        for program, (order, place, name) in programs.items():
            with self.subTest(program):
                path = self.folder / f"{program}.jsonl"
                subprocess.run([SLOW, program, "--record", path], check=True, capture_output=True, timeout=120)
                page = self.open(self.inspect(str(path)))
                self.until(page, "inspector.state.head.last && inspector.model.events.length > 0 && !inspector.state.panel")
                self.assertEqual(page.evaluate("inspector.model.unread"), 0)
                page.evaluate("inspector.graph.foldAll(false)")
                rows = page.evaluate(ROWS, order)
                if not any(at == place and name in (None, what) for at, what in rows):
                    missed[program] = f"{place} {name} is not in {rows}"
                page.context.close()
        print(f"{len(programs) - len(missed)} of {len(programs)}", end=" ")
        self.assertEqual(missed, {})

    def test_a_write_that_reaches_many_is_a_warning(self):
        path = self.folder / "reaches.jsonl"
        subprocess.run([SLOW, "reachesMany", "--record", path], check=True, capture_output=True, timeout=120)
        page = self.open(self.inspect(str(path)))
        self.until(page, "inspector.state.head.last && inspector.model.events.length > 0")
        page.locator("#blame").click()
        page.locator("#details .warning", has_text="A change of MutableProperty made 600 nodes run.").wait_for()
        self.picture(page, "inspector-blame")


if __name__ == "__main__":
    unittest.main()
