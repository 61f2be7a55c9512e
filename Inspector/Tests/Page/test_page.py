"""The page in a real browser, with recordings of all kinds."""
import contextlib
import json
import os
import socket
import subprocess
import unittest

from inspector import HERE, PROGRAM, PageTestCase, make_recording

REPOSITORY = HERE.parent.parent.parent
RECORDED = REPOSITORY / "Tests/StreamTestingTests/Recorded"

NODE = "[...inspector.model.nodes.values()].find((node) => node.name === '%s')"
FRAMES = """async () => {
    const act = (share) => { TURN };
    const times = [];
    for (let count = 0; count < 40; count += 1) {
        act(count / 40);
        await new Promise(requestAnimationFrame);
        times.push(performance.now());
    }
    const frames = times.slice(1).map((time, index) => time - times[index]).sort((one, other) => one - other);
    return [frames[Math.floor(frames.length / 2)], frames.at(-1)].map(Math.round);
}"""


class Page(PageTestCase):
    def rows(self, page, within):
        return [" ".join(row.split()) for row in page.locator(f"{within} .row").all_inner_texts()]

    def frames(self, page, turn):
        """The median and the longest of forty frames, in milliseconds."""
        return page.evaluate(FRAMES.replace("TURN", turn))

    def test_live_nodes_are_a_graph(self):
        page = self.opened("signup")
        self.assertEqual(page.title(), "signup – Rill Inspector")
        page.get_by_text("46 alive · 169 events").wait_for()
        names = page.evaluate("inspector.graph.groups.map(({ name, nodes }) => `${name} ${nodes.length}`)")
        self.assertEqual(len(names), 19)
        self.assertIn("tab 28", names)
        self.assertEqual(page.evaluate("inspector.graph.drawn.groups"), 19)
        page.evaluate("inspector.selectGroup(inspector.graph.groups.find((group) => group.name === 'tab'))")
        page.locator("#fold", has_text="Unfold").click()
        self.until(page, "inspector.graph.groups.length === 46")

        # Earlier, twelve more tabs were open.
        page.evaluate("inspector.go(1e9)")
        self.until(page, "inspector.graph.groups.length === 58")

    def test_people_click_where_boxes_are(self):
        page = self.opened("signup")
        x, y = page.evaluate("""() => {
            const { graph } = inspector;
            const { x, y } = graph.groups.find((group) => group.name === "verdict");
            return [(x + 50 - graph.left) * graph.scale, (y + 20 - graph.top) * graph.scale];
        }""")
        page.locator("#graph").click(position={"x": x, "y": y})
        page.locator("#details h2", has_text="verdict").wait_for()
        page.locator("#details .value", has_text="Free").first.wait_for()
        page.locator("#add-lane").click()
        page.locator("#lane-heads .lane-name", has_text="verdict").wait_for()

    def test_why_it_fired(self):
        page = self.opened("signup")
        x, y = page.evaluate("""() => {
            const index = inspector.lanes.lanes.findIndex((lane) => lane.name === "executionsInFlight");
            const hit = inspector.lanes.hits.findLast(({ event }) => event.node.name === "executionsInFlight");
            return [(hit.x0 + hit.x1) / 2, hit.y1 - 12];
        }""")
        page.locator("#lanes").click(position={"x": x, "y": y})
        page.locator("#why").wait_for()
        self.assertEqual([row.split(" · ")[0] for row in self.rows(page, "#why")], [
            "executionsInFlight next 0 SignUpModel.swift:33", "subscribe hop main actor SignUpModel.swift:33",
            "subscribe ended execution 2: completed SignUpModel.swift:33",
            "subscribe began execution 2: ada@example.org SignUpModel.swift:33",
            "subscribe queued execution 2: ada@example.org SignUpModel.swift:33",
        ])
        page.locator("#why .row").nth(3).click()
        page.locator("#details .row", has_text="executionsInFlight").first.wait_for()

    def test_why_it_did_not_fire(self):
        page = self.opened("signup")
        page.evaluate(f"inspector.selectNode({NODE % 'validity label'})")
        # Presses the button before the panel has followed the cursor.
        page.evaluate("() => { inspector.go(1.9e9); document.querySelector('#why-not').click(); }")
        page.locator("#why-not-steps").wait_for()
        steps = self.rows(page, "#why-not-steps")
        self.assertEqual(len(steps), 8)
        stops = page.locator("#why-not-steps .stops").all_inner_texts()
        self.assertEqual(len(stops), 1)
        self.assertIn("debounce(300 ms) “ada@exampl” arrived, and no value was sent: it waits for a pause", stops[0])

    def test_back_in_time(self):
        page = self.opened("signup")
        value = "document.querySelector('#details dd.value')?.textContent"
        page.evaluate(f"inspector.selectNode({NODE % 'email'})")
        self.until(page, f"{value} === 'ada@example.org'")
        box = page.locator("#strip").bounding_box()
        page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 10)
        page.mouse.down()
        page.mouse.move(box["x"] + 0.2 * box["width"], box["y"] + 10, steps=5)
        page.mouse.up()
        self.until(page, f"{value} === 'ada@ex'")
        self.assertEqual(page.locator("#follow").get_attribute("aria-pressed"), "false")
        page.keyboard.press("ArrowLeft")
        self.until(page, "inspector.state.event.value === 'ada@ex'")
        page.keyboard.press("ArrowLeft")
        self.until(page, "inspector.state.event.value === 'ada@e'")
        page.keyboard.press("Home")
        self.until(page, "inspector.view.cursor === 0")
        page.keyboard.press(" ")
        self.until(page, "inspector.view.follows && inspector.view.cursor === inspector.model.end")

    def test_search(self):
        page = self.opened("signup")
        page.keyboard.press("/")
        page.keyboard.type("timed OUT")
        self.until(page, "document.querySelectorAll('#details .row').length >= 2")
        self.assertIn("subscribe ended execution 1: failed: timed out", " ".join(self.rows(page, "#details")))
        page.locator("#search").fill("Sessions.swift:88")
        page.locator("#details .row", has_text="tab ×28").wait_for()
        page.locator("#search").fill("")
        page.locator("#details h2", has_text="Alive").wait_for()

    def test_a_page_without_a_program_explains_how_to_start_one(self):
        inspector = self.inspect("--listen", "127.0.0.1:0")
        page = self.open(inspector)
        page.locator("#status", has_text="Waiting").wait_for()
        port = inspector.address.rpartition(":")[2]
        page.locator("#details .stops", has_text=f"Waiting for a program at 127.0.0.1:{port}. Start one that calls "
                                                 f'try Trace.start(to: .address("127.0.0.1", port: {port}))').wait_for()

    def test_a_file_that_is_not_a_recording_is_reported(self):
        path = self.folder / "notes.txt"
        path.write_text('milk, "eggs"\nbread\n')
        page = self.open(self.inspect(str(path)))
        page.locator("#details .stops", has_text="This is not a recording: its first line is “milk, ?eggs?”.").wait_for()

    def test_a_port_in_use_is_reported(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            done = subprocess.run([PROGRAM, "--listen", f"127.0.0.1:{port}"], capture_output=True, text=True, timeout=60)
        self.assertIn(f"127.0.0.1:{port} is in use, perhaps by another inspector. Try --listen 127.0.0.1:{port + 1}.", done.stderr)

    def test_a_program_is_followed(self):
        inspector = self.inspect("--listen", "127.0.0.1:0")
        page = self.open(inspector)
        with inspector.program() as lines:
            recording = make_recording.Recording("first", lines.write)
            source = recording.node("subject", "typed", "App/A.swift:1")
            end = recording.node("subscription", "subscribe", "App/A.swift:2", after=[source])
            sent = recording.event("next", source, 1_000, "one")
            recording.event("next", end, 2_000, "one", sent)
            lines.flush()
            page.locator("#status", has_text="Live").wait_for()
            self.until(page, "inspector.model.events.length === 2")
            self.until(page, "inspector.graph.drawn.groups === 2")
            lines.write('{"is":"next","event":3,"node":1,"ti')
            lines.flush()
            recording.gone(end, 3_000)  # This text completes the line above, which is invalid.
            recording.gone(end, 4_000)
            lines.flush()
            self.until(page, "inspector.graph.groups.length === 1")
            self.assertEqual(page.evaluate("inspector.model.end"), 4_000)
        page.locator("#status", has_text="Recorded").wait_for()
        page.locator("#details .stops", has_text="1 lines were not understood").wait_for()
        # The recording stays until another program connects.
        self.assertEqual(page.evaluate("inspector.model.program"), "first")
        with inspector.program() as lines:
            make_recording.Recording("second", lines.write).node("property", "name", "App/B.swift:1")
            lines.flush()
            page.locator("#program", has_text="second").wait_for()
            self.until(page, "inspector.model.nodes.size === 1 && inspector.model.events.length === 0")

    def test_a_connection_without_lines_is_not_a_program(self):
        inspector = self.inspect("--listen", "127.0.0.1:0")
        page = self.open(inspector)
        with inspector.program() as lines:
            recording = make_recording.Recording("first", lines.write)
            source = recording.node("subject", "typed", "App/A.swift:1")
            recording.event("next", source, 1_000, "one")
            lines.flush()
            self.until(page, "inspector.model.events.length === 1")
            with inspector.program():
                pass
            with inspector.connect() as stray:
                stray.sendall(b"GET / HTTP/1.1\r\n\r\n")
                with contextlib.suppress(ConnectionResetError):
                    self.assertEqual(stray.recv(1), b"")
            recording.event("next", source, 2_000, "two")
            lines.flush()
            self.until(page, "inspector.model.events.length === 2")
            self.assertEqual(page.evaluate("inspector.model.program"), "first")

    def test_a_file_that_grows_is_followed(self):
        path = self.folder / "grows.jsonl"
        with path.open("w") as file:
            recording = make_recording.Recording("grows", file.write)
            source = recording.node("subject", "typed", "App/A.swift:1")
            recording.event("next", source, 1_000, "one")
            file.flush()
            page = self.open(self.inspect(str(path)))
            self.until(page, "inspector.model.events.length === 1")
            recording.event("next", source, 2_000, "two")
            file.flush()
            self.until(page, "inspector.model.events.length === 2")
        with path.open("w") as file:
            make_recording.Recording("again", file.write)
        page.locator("#program", has_text="again").wait_for()

    def test_hostile_values_are_text(self):
        page = self.opened("hostile")
        script = page.evaluate("inspector.model.nodes.get(1).name")
        self.assertIn("<script>", script)
        page.locator("#details .stops", has_text="68 bytes at the end").wait_for()
        notes = page.locator("#details .stops").all_inner_texts()
        self.assertEqual(notes, [
            "500 events are missing: the recorder's ring was full.", "16 lines were not understood.",
            "1 lines were too long.", "68 bytes at the end are the beginning of a line that was cut."])
        for act in ["selectNode(inspector.model.nodes.get(1))", "selectNode(inspector.model.nodes.get(2))",
                    "selectEvent(inspector.model.events[0])", "selectEvent(inspector.model.events[3])"]:
            page.evaluate(f"inspector.{act}")
        page.locator("#search").fill("<img")
        page.locator("#details .row").first.wait_for()
        page.evaluate("inspector.lanes.lanes[0].role = 'input'; inspector.lanes.lanes[1].role = 'output'")
        page.locator("#test").click()
        page.locator("#test-text").wait_for()
        # The values have created no elements.
        self.assertEqual(page.locator("img").count(), 1)
        self.assertEqual(page.locator("script").count(), 1)
        self.assertNotEqual(page.title(), "run")

    def test_other_hosts_are_refused(self):
        inspector = self.inspect(self.recording("chain"))
        status, headers, _ = inspector.get("/")
        self.assertEqual(status, 200)
        self.assertIn("default-src 'none'; script-src 'self'", headers["content-security-policy"])
        port = inspector.url.rpartition(":")[2]
        self.assertEqual(inspector.get("/", Host="evil.example")[0], 403)
        self.assertEqual(inspector.get("/lines/0/0", Host=f"evil.example:{port}")[0], 403)
        self.assertEqual(inspector.get("/", Host=f"localhost:{port}")[0], 200)
        self.assertEqual(inspector.get("/", method="POST")[0], 405)
        for path in ["/lines", "/lines/0", "/lines/a/b", "/lines/0/0/0", "/../Package.swift", "/%2e%2e/page.js", "//", "/page.js/"]:
            self.assertEqual(inspector.get(path)[0], 404, path)
        for path in ["/lines/-1/-1", "/lines/99999999999999999/5", "/lines/1/99999999999999999"]:
            status, _, body = inspector.get(path)
            self.assertEqual((status, json.loads(body.split("\n")[0])["reset"]), (200, True), path)

    def test_ten_thousand_nodes_and_a_hundred_thousand_events(self):
        page = self.opened("wide")
        self.until(page, "inspector.model.events.length === 100000")
        figures = page.evaluate("[inspector.model.nodes.size, inspector.graph.groups.length]")
        self.assertEqual(figures[0], 10_000)
        self.assertLess(figures[1], 1_000)
        turns = {
            "scrubbing": "inspector.go(share * inspector.model.end)",
            "zooming": "inspector.view.zoom(1.1, inspector.view.cursor); inspector.state.dirty = true",
            "panning": "inspector.view.pan((inspector.view.until - inspector.view.from) / 50); inspector.state.dirty = true",
        }
        for name, turn in turns.items():
            if name == "scrubbing":
                page.evaluate("inspector.view.showAll()")
            print(f"\n  {name}: median and longest frame {self.frames(page, turn)} ms", end="")
        page.evaluate("inspector.view.showAll(); inspector.go(inspector.model.end)")
        self.until(page, "inspector.lanes.drawn.aggregated > 5000")
        drawn = page.evaluate("[inspector.graph.drawn.groups, inspector.lanes.drawn.marbles, inspector.lanes.drawn.bars]")
        print(f"\n  drawn: {drawn} boxes, marbles, bars", end="")
        # The 140 files are one box each, because a box for each place would be too small to read.
        self.assertEqual(drawn[0], 140)
        self.assertLess(drawn[1] + drawn[2], 8 * 1_440 / 4)

        # Unfolds all boxes. Only the visible ones are drawn.
        page.evaluate("""() => {
            inspector.graph.foldAll(false);
            for (const { folding } of inspector.graph.groups) inspector.graph.unfolded.add(folding);
            inspector.state.dirty = true;
        }""")
        self.until(page, "inspector.graph.groups.length === 10000")
        turn = "inspector.graph.pan(0, -40); inspector.go((0.5 + share / 2) * inspector.model.end)"
        print(f"\n  10,000 boxes: median and longest frame {self.frames(page, turn)} ms", end=" ")
        self.assertLess(page.evaluate("inspector.graph.drawn.groups"), 1_000)

    def test_a_long_recording_is_read_in_pieces(self):
        megabytes = int(os.environ.get("LONG", "64"))
        inspector = self.inspect(self.recording("long", megabytes))
        page = self.open(inspector)
        self.until(page, "inspector.state.head.last && inspector.model.events.length > 100000")
        used = inspector.megabytes
        print(f"\n  {megabytes} MB: the server took {used} MB", end=" ")
        self.assertLess(used, 300)
        self.assertGreater(page.evaluate("inspector.state.head.forgotten"), 0)
        self.assertEqual(page.evaluate(f"{NODE % 'source'}.events.length > 0"), True)
        self.assertLess(page.evaluate("inspector.model.nodes.size"), 10_000)
        self.assertEqual(page.evaluate("inspector.model.unread"), 0)

    def as_test(self, page, inputs, output, chain=None, tick=None, making=None):
        """Returns the dialog's test for these lanes: a marble picture of a chain, or a replay in a model."""
        for role, title in [*((name, "An input of the test") for name in inputs), (output, "The output of the test")]:
            head = page.locator("#lane-heads li", has=page.get_by_title(role, exact=True)).first
            head.get_by_title(title).click()
        page.locator("#test").click()
        self.assertEqual(page.locator("#test-form").input_value(), "replay" if making else "marbles")
        page.locator("#test-making" if making else "#test-chain").fill(making or chain)
        if tick is not None:
            page.locator("#test-tick").fill(str(tick))
        text = page.locator("#test-text").text_content()
        page.locator("#test-copy").click()
        self.assertEqual(page.evaluate("navigator.clipboard.readText()"), text)
        return text

    def is_recorded(self, path, text):
        """Compares the text with a file that the tests of the library or of the examples run."""
        if os.environ.get("RECORD"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        self.assertEqual(text, path.read_text())

    def test_a_recording_becomes_a_test(self):
        page = self.opened("chain", permissions=["clipboard-read", "clipboard-write"])
        chain = "input.map { $0 * 10 }\n  .filter { $0.isMultiple(of: 20) || $0 > 60 }\n  .debounce(for: time.ticks(3), on: time)"
        text = self.as_test(page, ["typed"], "subscribe", chain, tick=10)
        self.is_recorded(RECORDED / "ChainTests.swift", text)

    def test_two_inputs_become_a_test(self):
        page = self.opened("pair", permissions=["clipboard-read", "clipboard-write"])
        text = self.as_test(page, ["name", "greeting"], "shown", "combineLatest(two, one) { \"\\($0), \\($1)\" }", tick=5)
        self.is_recorded(RECORDED / "PairTests.swift", text)

    def test_inputs_of_a_program_become_a_test(self):
        # A recording of Examples/Sources/signup with two addresses; the second is subscribed.
        page = self.open(self.inspect(str(HERE / "signup.jsonl")), permissions=["clipboard-read", "clipboard-write"])
        self.until(page, "inspector.state.head.last && inspector.model.events.length > 0 && !inspector.state.panel")
        self.assertEqual(page.evaluate("inspector.model.unread"), 0)
        page.evaluate("inspector.view.showAll(); inspector.state.dirty = true")
        making = "let model = SignUpModel(service: VirtualList(time: time))\nmodel.$status.subscribe { _ in }"
        text = self.as_test(page, ["SignUpModel.email", "subscribe"], "SignUpModel.status", making=making)
        self.is_recorded(REPOSITORY / "Examples/Tests/RecordingTests/Recorded/StatusTests.swift", text)

    def test_the_heads_of_the_lanes_stand_beside_them(self):
        page = self.open(self.inspect(str(HERE / "signup.jsonl")))
        self.until(page, "inspector.state.head.last && inspector.model.events.length > 0 && !inspector.state.panel")
        page.evaluate("inspector.selectEvent(inspector.model.events.findLast(({ value, node }) => value === 'Thanks' && node.kind === 'subscription'))")
        self.until(page, "!inspector.state.panel && !inspector.state.dirty")
        self.assertGreater(page.evaluate("inspector.lanes.top"), 0)
        self.assertEqual(page.evaluate("document.getElementById('lane-heads').scrollTop"), page.evaluate("inspector.lanes.top"))

    def test_boxes_are_folded_by_the_type_that_owns_them(self):
        page = self.open(self.inspect(str(HERE / "signup.jsonl")))
        self.until(page, "inspector.state.head.last && inspector.graph.groups.length > 0 && !inspector.state.panel")
        before = page.evaluate("inspector.graph.groups.length")
        page.locator("#fold-by").select_option("owner")
        kinds = "inspector.graph.groups.map(({ kind, name }) => `${kind} ${name}`)"
        self.until(page, f"{kinds}.includes('owner SignUpModel')")
        self.assertLess(page.evaluate("inspector.graph.groups.length"), before)
        page.locator("#fold-by").select_option("file")
        self.until(page, f"{kinds}.includes('file SignUpModel.swift')")


if __name__ == "__main__":
    unittest.main()
