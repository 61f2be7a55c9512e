"""Reading a recording with the page: paths, filters, files, the keyboard, and exports."""
import json
import os
import pathlib
import subprocess
import unittest

from inspector import HERE, PageTestCase

SLOW = os.environ.get("SLOW") or HERE / "../../../Examples/.build/debug/slow"

LAST = "inspector.selectEvent(inspector.model.events.findLast(({ node }) => node.name === '%s'))"


class Reading(PageTestCase):
    def saved(self, page, kind):
        """Returns the file that the page exports."""
        with page.expect_download() as download:
            page.locator("#export").select_option(kind)
        return download.value.suggested_filename, pathlib.Path(download.value.path()).read_text()

    def drop(self, page, name, text):
        page.evaluate("""([name, text]) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], name));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        }""", [name, text])

    def test_a_path_is_in_the_graph_in_the_lanes_and_in_the_panel(self):
        page = self.opened("signup")
        page.evaluate("inspector.graph.pan(-5000, 0)")
        page.evaluate(LAST % "status label")
        page.locator("#why").wait_for()
        names = "[...inspector.state.way].map(({ name }) => name)"
        self.assertEqual(page.evaluate(names), ["subscribe", "values", "scan", "status label"])
        # The whole path is visible.
        seen = """() => {
            const { graph, state } = inspector;
            const [right, bottom] = [graph.canvas.clientWidth, graph.canvas.clientHeight];
            return [...state.way].map((node) => graph.groupOf.get(node)).every(({ x, y }) => {
                const [left, top] = [(x - graph.left) * graph.scale, (y - graph.top) * graph.scale];
                return 0 <= left && left + 184 * graph.scale <= right && 0 <= top && top + 66 * graph.scale <= bottom;
            });
        }"""
        self.assertTrue(page.evaluate(seen))
        self.assertGreaterEqual(page.evaluate("inspector.graph.scale"), 0.4)
        self.assertEqual(page.evaluate("inspector.lanes.lanes.slice(0, 4).map(({ name }) => name)"), ["subscribe", "values", "scan", "status label"])
        steps = page.locator("#why small").all_inner_texts()
        self.assertIn("1.0 µs later", steps[1])
        page.keyboard.press("Escape")
        self.assertIsNone(page.evaluate("inspector.state.way ?? null"))

    def test_fit_shows_everything_and_folds_what_would_be_too_small(self):
        page = self.opened("wide")
        self.until(page, "inspector.graph.isFolded")
        self.assertEqual(page.evaluate("inspector.graph.groups[0].kind"), "file")
        page.evaluate("inspector.graph.open(inspector.graph.groups.find(({ name }) => name === 'Screen7.swift')); inspector.state.dirty = true")
        self.until(page, "!inspector.graph.isFolded && inspector.graph.groups.length > 140")
        page.locator("#fit").click()
        self.until(page, "inspector.graph.isFolded")
        inside = """() => {
            const { graph } = inspector;
            return graph.groups.every(({ x, y }) => {
                const [left, top] = [(x - graph.left) * graph.scale, (y - graph.top) * graph.scale];
                return 0 <= left && left + 184 * graph.scale <= graph.canvas.clientWidth
                    && 0 <= top && top + 66 * graph.scale <= graph.canvas.clientHeight;
            });
        }"""
        self.assertTrue(page.evaluate(inside))

    def test_the_parts_of_the_page_have_splitters(self):
        page = self.opened("signup")
        before = page.locator("#graph-area").bounding_box()
        splitter = page.locator("#split-rows").bounding_box()
        page.mouse.move(splitter["x"] + 50, splitter["y"] + 4)
        page.mouse.down()
        page.mouse.move(splitter["x"] + 50, splitter["y"] + 104, steps=4)
        page.mouse.up()
        after = page.locator("#graph-area").bounding_box()
        self.assertAlmostEqual(after["height"] - before["height"], 100, delta=12)
        page.locator("#split-columns").focus()
        page.keyboard.press("ArrowLeft")
        self.assertLess(page.locator("#graph-area").bounding_box()["width"], after["width"])

    def test_filters_hide_kinds_files_and_threads(self):
        page = self.opened("signup")
        page.locator("#legend button", has_text="stage").click()
        self.until(page, "inspector.graph.groups.every(({ kind }) => kind !== 'stage')")
        # The neighbours of a hidden stage are connected.
        ends = "inspector.graph.groups.find(({ name }) => name === 'email').outputs.map(({ to }) => to.name)"
        self.assertEqual(page.evaluate(ends), ["<~"])
        page.locator("#legend button", has_text="stage").click()
        page.locator("#filter-file").select_option("signup/SignUp.swift")
        self.until(page, "inspector.graph.groups.length > 0 && inspector.graph.groups.every(({ place }) => place.startsWith('signup/SignUp.swift'))")
        page.locator("#filter-file").select_option("")
        page.locator("#filter-thread").select_option("4")
        self.until(page, "inspector.graph.groups.map(({ name }) => name).join() === 'subscribe'")
        self.assertEqual(page.evaluate("inspector.lanes.eventsOf(inspector.lanes.lanes[0]).every(({ thread }) => thread === 4)"), True)

    def test_the_graph_is_a_tree_for_the_keyboard(self):
        page = self.opened("signup")
        self.until(page, "document.querySelectorAll('#tree li').length === 19")
        page.locator("#tree li").first.focus()
        name = "document.activeElement.textContent.split(',')[0]"
        self.assertEqual(page.evaluate(name), "email")
        page.keyboard.press("ArrowRight")
        self.assertEqual(page.evaluate(f"[{name}, document.activeElement.ariaLevel]"), ["map", "2"])
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.locator("#details h2", has_text="map").wait_for()
        self.until(page, "document.querySelector('#tree [aria-selected=true]')?.textContent.startsWith('map')")

    def test_a_file_is_dropped_on_the_page(self):
        page = self.opened("signup")
        chain = pathlib.Path(self.recording("chain")).read_text()
        self.drop(page, "chain.jsonl", chain)
        page.locator("#program", has_text="chain").wait_for()
        self.until(page, "inspector.model.nodes.size === 5 && inspector.model.unread === 0")
        page.wait_for_timeout(500)  # Longer than the interval at which the page asks the server.
        self.assertEqual(page.evaluate("inspector.model.program"), "chain")
        self.drop(page, "notes.txt", "milk\nbread")
        page.locator("#details .stops", has_text="This is not a recording: its first line is “milk”.").wait_for()

    def test_an_exported_recording_is_unchanged(self):
        page = self.opened("chain")
        name, lines = self.saved(page, "lines")
        self.assertEqual(name, "chain.jsonl")
        counts = "[inspector.model.nodes.size, inspector.model.edges.size, inspector.model.events.length, inspector.model.end, inspector.model.unread]"
        before = page.evaluate(counts)
        self.drop(page, name, lines)
        self.until(page, "inspector.state.head.last && inspector.state.head.live === undefined")
        self.assertEqual(page.evaluate(counts), before)

    def test_trace_events_are_exported(self):
        page = self.opened("signup")
        name, text = self.saved(page, "chrome")
        self.assertEqual(name, "signup.trace.json")
        events = json.loads(text)["traceEvents"]
        self.assertEqual(sum(event["ph"] == "b" for event in events), sum(event["ph"] == "e" for event in events))
        self.assertEqual({event["name"] for event in events if event["ph"] == "b"}, {"subscribe"})

    def test_the_code_of_a_program_is_nested_in_its_trace_events(self):
        path = self.folder / "nested.jsonl"
        subprocess.run([SLOW, "reachesMany", "--record", path], check=True, capture_output=True, timeout=120)
        page = self.open(self.inspect(str(path)))
        self.until(page, "inspector.state.head.last && inspector.model.events.length > 0")
        events = json.loads(self.saved(page, "chrome")[1])["traceEvents"]
        code = [event for event in events if event["ph"] == "X"]
        self.assertGreater(len(code), 600)
        self.assertTrue({"MutableProperty", "Property"} <= {event["name"] for event in code})
        opened = {}
        # Perfetto requires that a slice ends before its enclosing slice.
        for event in sorted(code, key=lambda event: (event["ts"], -event["dur"])):
            around = opened.setdefault(event["tid"], [])
            while around and around[-1] <= event["ts"] + 0.0005:
                around.pop()
            if around:
                self.assertLessEqual(event["ts"] + event["dur"], around[-1] + 0.0005)
            around.append(event["ts"] + event["dur"])

    def test_a_place_opens_the_editor(self):
        sources = self.folder / "app" / "Sources" / "SignUpModel" / "Deep"
        sources.mkdir(parents=True, exist_ok=True)
        (sources / "SignUpModel.swift").write_text("// The model.\n")
        other = self.folder / "app" / "Sources" / "Other"
        other.mkdir(exist_ok=True)
        (other / "SignUpModel.swift").write_text("// Another one.\n")
        inspector = self.inspect("--sources", str(self.folder / "app"), self.recording("signup"))
        status, _, address = inspector.get("/place/SignUpModel/SignUpModel.swift:24")
        path = f"{self.folder}/app/Sources/SignUpModel/Deep/SignUpModel.swift"
        self.assertEqual((status, address), (200, f"vscode://file{path}:24"))
        for place in ["SignUpModel/Missing.swift:1", "SignUpModel/SignUpModel.swift", "SignUpModel/SignUpModel.swift:x", "../app/x.swift:1", "x"]:
            self.assertEqual(inspector.get(f"/place/{place}")[0], 404, place)
        page = self.open(inspector)
        self.until(page, "inspector.graph.groups.length > 0")
        page.evaluate("inspector.selectNode([...inspector.model.nodes.values()].find(({ name }) => name === 'log'))")
        page.locator("#details .place").click()
        page.locator("#details .stops", has_text="No file for signup/SignUp.swift:80 was found").wait_for()
        # The browser's console reports the missing file, too.
        self.assertEqual([error for error in self.errors if "404" not in error], [])
        self.errors.clear()

        xcode = self.inspect("--sources", str(self.folder), "--editor", "xed://open?file={path}&line={line}", self.recording("signup"))
        self.assertEqual(xcode.get("/place/SignUpModel/SignUpModel.swift:24")[2], f"xed://open?file={path}&line=24")

    def test_a_constant_has_the_name_of_its_variable(self):
        sources = self.folder / "named" / "Sources" / "Shop"
        sources.mkdir(parents=True, exist_ok=True)
        (sources / "Cart.swift").write_text("@MainActor final class Cart {\n  let total = MutableProperty(0)\n}\n\nlet loose = Subject<Int, Never>()\n")
        recording = self.folder / "named.jsonl"
        recording.write_text("".join(json.dumps(line) + "\n" for line in [
            {"is": "recording", "version": 1, "program": "shop", "began": 1763821000.5},
            {"is": "node", "node": 1, "kind": "property", "name": "MutableProperty", "place": "Shop/Cart.swift:2", "time": 1},
            {"is": "node", "node": 2, "kind": "subject", "name": "Subject", "place": "Shop/Cart.swift:5", "time": 2},
            {"is": "node", "node": 3, "kind": "subject", "name": "Subject", "place": "Shop/Cart.swift:3", "time": 3},
        ]))
        page = self.open(self.inspect("--sources", str(self.folder / "named"), str(recording)))
        self.until(page, "inspector.model.nodes.get(1)?.name === 'Cart.total' && inspector.model.nodes.get(2)?.name === 'loose'")
        self.assertEqual(page.evaluate("inspector.model.nodes.get(3).name"), "Subject")

    def test_the_table_of_where_the_time_goes(self):
        page = self.opened("signup")
        page.locator("#blame").click()
        page.locator("#details .stops", has_text="This recording has no durations").wait_for()
        page.locator("#blame-orders button", has_text="Runs").click()
        first = page.locator("#blame-rows tbody tr").first
        self.assertIn("tab", first.inner_text())
        page.wait_for_timeout(500)  # The panel changes five times a second.
        first.locator("button").click()
        page.locator("#details h2", has_text="tab").wait_for()


if __name__ == "__main__":
    unittest.main()
