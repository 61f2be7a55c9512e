"""The sign-up example under the inspector: in the terminal, and as a web page with five hundred sockets open."""
import asyncio
import os
import subprocess
import sys
import threading
import time
import unittest

from inspector import HERE, PageTestCase

EXAMPLES = HERE.parent.parent.parent / "Examples"
SIGNUP = os.environ.get("SIGNUP") or EXAMPLES / ".build/debug/signup"
SOCKETS = int(os.environ.get("SOCKETS", "500"))

# `server` finds the program next to it.
sys.path.append(str(EXAMPLES / "Tests/Web"))
from server import Server  # noqa: E402


class Visitors(threading.Thread):
    """Runs the clients of many people in one thread with an event loop."""

    def __init__(self, server, count):
        super().__init__(daemon=True)
        self.server, self.count = server, count
        self.loop = asyncio.new_event_loop()
        self.are_connected = threading.Event()

    def run(self):
        asyncio.set_event_loop(self.loop)
        self.tabs = self.loop.run_until_complete(self.come())
        self.are_connected.set()
        self.loop.run_forever()

    async def come(self):
        return await asyncio.gather(*[self.server.tab() for _ in range(self.count)])

    def do(self, work):
        """Runs an action of one client, and waits for its result."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def leave(self):
        for tab in self.tabs:
            self.loop.call_soon_threadsafe(tab.close)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.join(30)


class SignUp(PageTestCase):
    def test_the_terminal_example(self):
        path = self.folder / "signup-terminal.jsonl"
        typed = "not-an-address\nada@example.org\n:subscribe\n:quit\n"
        store = self.folder / "subscribers.txt"
        subprocess.run(
            [SIGNUP, "--store", store, "--latency", "10", "--record", path], input=typed, text=True, check=True, capture_output=True, timeout=60)
        page = self.open(self.inspect(str(path)))
        self.until(page, "inspector.state.head.last && inspector.model.events.length > 0")
        self.assertEqual(page.title(), "signup – Rill Inspector")
        self.assertEqual(page.evaluate("inspector.model.unread"), 0)
        runs = """(async () => {
            const { executions } = await import("/commands.js");
            const command = [...inspector.model.nodes.values()].find((node) => node.kind === "command");
            return executions(command.events).map((run) => [run.outcome, run.ended > run.began]);
        })()"""
        self.assertEqual(page.evaluate(runs), [["completed", True]])
        # The typed text caused the text on the screen.
        source = """(async () => {
            const { whyDidItFire } = await import("/why.js");
            const { events } = inspector.model;
            const shown = events.findLast(({ is, node, value }) => is === "next" && node.kind === "subscription" && value === "Thanks");
            return whyDidItFire(inspector.model, shown).path.map((event) => event.node.kind);
        })()"""
        kinds = page.evaluate(source)
        self.assertEqual(kinds[:3], ["subscription", "stage", "property"])
        self.assertGreater(len(kinds), 4)

    def test_five_hundred_sockets(self):
        inspector = self.inspect("--listen", "127.0.0.1:0")
        page = self.open(inspector)
        server = self.enterContext(Server("--latency", "0", "--linger", "100", "--patience", "600000", "--record", inspector.address))
        visitors = Visitors(server, SOCKETS)
        visitors.start()
        self.addCleanup(visitors.leave)
        self.assertTrue(visitors.are_connected.wait(120))
        self.until(page, f"inspector.graph.groupOf.size > {5 * SOCKETS}", within=120)
        # More than three boxes have a node for each socket.
        self.until(page, f"inspector.graph.groups.filter(({{ nodes }}) => nodes.length >= {SOCKETS}).length > 3", within=120)
        alive, groups = page.evaluate("[inspector.graph.groupOf.size, inspector.graph.groups.length]")
        print(f"\n  {SOCKETS} sockets: {alive} nodes alive in {groups} boxes", end=" ")
        self.assertLess(groups, 400)

        # One client types, and the search finds it.
        one = visitors.tabs[SOCKETS // 2]
        visitors.do(one.type("ada@example.org"))
        visitors.do(one.until(lambda tab: tab.text("validity") == "Free", 60))
        self.until(page, "inspector.model.events.some(({ value }) => value === 'ada@example.org')")
        page.locator("#search").fill("ada@example.org")
        page.locator("#details h3", has_text="Events").wait_for()
        page.locator("#details .row .value", has_text="ada@example.org").first.click()
        page.locator("#why").wait_for()

    def test_a_person_signs_up(self):
        inspector = self.inspect("--listen", "127.0.0.1:0", "--sources", str(EXAMPLES))
        page = self.open(inspector)
        server = self.enterContext(Server("--latency", "900", "--patience", "600000", "--record", inspector.address))
        visitors = Visitors(server, 3)
        visitors.start()
        self.addCleanup(visitors.leave)
        self.assertTrue(visitors.are_connected.wait(120))
        one = visitors.tabs[0]
        for length in range(1, len("ada@example.org") + 1):
            visitors.do(one.type("ada@example.org"[:length]))
            time.sleep(0.08)  # A pause as between real keystrokes, for the picture.
        visitors.do(one.until(lambda tab: tab.text("validity") == "Free" and tab.is_enabled, 60))
        visitors.do(one.click())
        visitors.do(one.until(lambda tab: tab.text("status") == "Thanks", 60))
        thanks = "inspector.model.events.findLast(({ is, value, node }) => is === 'next' && value === 'Thanks' && node.kind === 'subscription')"
        self.until(page, f"{thanks} !== undefined")
        # At most one box in five has only the name of its type.
        types = ['MutableProperty', 'Property', 'Command', 'Subject', 'BehaviorSubject', 'ReplaySubject', 'Signal']
        page.evaluate("inspector.graph.foldAll(false)")
        self.until(page, "!inspector.state.dirty && !inspector.state.panel")
        boxes = page.evaluate("inspector.graph.groups.map(({ name, place }) => [name, place ?? ''])")
        unnamed = [box for box in boxes if box[0] in types]
        print(f"\n  {len(unnamed)} of {len(boxes)} boxes have only the name of their type", end=" ")
        self.assertLessEqual(5 * len(unnamed), len(boxes), unnamed)
        page.evaluate(f"inspector.view.width = 5e9; inspector.selectEvent({thanks}); inspector.graph.fit()")
        self.assertGreater(page.locator("#why .row").count(), 3)
        self.picture(page, "inspector")


if __name__ == "__main__":
    unittest.main()
