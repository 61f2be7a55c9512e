"""Ten programs with a mistake. The page alone shows each mistake, as in Docs/Guides/BrokenPrograms.md."""
import os
import subprocess
import unittest

from inspector import HERE, PageTestCase

BROKEN = os.environ.get("BROKEN") or HERE / "../../../Examples/.build/debug/broken"


class Broken(PageTestCase):
    def broken(self, program):
        """Records a program, and returns the page of the recording."""
        path = self.folder / f"{program}.jsonl"
        subprocess.run([BROKEN, program, "--record", path], check=True, capture_output=True, timeout=60)
        page = self.open(self.inspect(str(path)), width=1100, height=560)
        self.until(page, "inspector.state.head.last && inspector.model.events.length > 0")
        # The page shows the graph before the end of the program.
        self.until(page, "inspector.graph.groups.length > 0")
        return page

    def select(self, page, name, place):
        """Selects a node in the panel, which lists live and released nodes."""
        page.keyboard.press("Escape")
        page.locator("#details .row", has_text=name).filter(has_text=place).first.click()

    def why_not(self, page, name, place):
        """Returns the red steps of “Why not?”."""
        self.select(page, name, place)
        page.locator("#why-not").click()
        page.locator("#why-not-steps").wait_for()
        return [" ".join(row.split()).split(" stage ·")[0] for row in page.locator("#why-not-steps .stops").all_inner_texts()]

    def expect(self, found, *texts):
        for text in texts:
            self.assertTrue(any(text in row for row in found), f"{text} is not in {found}")

    def test_buffer(self):
        page = self.broken("buffer")
        self.expect(self.why_not(page, "subscribe", "Buffer.swift"), "deliver It dropped", "the buffer of 10 is full")
        self.picture(page, "broken-buffer")

    def test_cold(self):
        page = self.broken("cold")
        page.evaluate("inspector.go(0)")
        sources = """inspector.model.events.filter(({ is, node }) => is === "next" && node.kind === "subscription").map((event) => {
            inspector.selectEvent(event);
            return document.querySelectorAll("#why .row b").length;
        })"""
        # The two subscriptions have separate sources.
        self.assertEqual(page.evaluate(sources), [2, 3])
        self.assertEqual(page.evaluate("[...inspector.model.nodes.values()].filter(({ name }) => name === 'Signal').length"), 2)
        self.picture(page, "broken-cold")

    def test_command(self):
        page = self.broken("command")
        self.expect(self.why_not(page, "subscribe", "Command.swift"), "Command It refused: its condition does not hold")
        self.select(page, "derived", "Command.swift")
        page.locator("#details dd.value", has_text="false").wait_for()
        self.picture(page, "broken-command")

    def test_debounce(self):
        page = self.broken("debounce")
        self.expect(self.why_not(page, "subscribe", "Debounce.swift:9"), "debounce", "it waits for a pause")
        self.picture(page, "broken-debounce")

    def test_equal(self):
        page = self.broken("equal")
        self.expect(self.why_not(page, "subscribe", "Equal.swift"), "distinctUntilChanged “tapped” arrived", "equals the previous one")
        self.picture(page, "broken-equal")

    def test_failure(self):
        page = self.broken("failure")
        self.expect(self.why_not(page, "subscribe", "Failure.swift"), "subscribe It failed: notALetter", "flatMapLatest It failed", "fail It failed")
        self.picture(page, "broken-failure")

    def test_owner(self):
        page = self.broken("owner")
        self.expect(self.why_not(page, "subscribe", "Owner.swift"), "It was disposed when “hello” arrived: its owner was released")
        self.picture(page, "broken-owner")

    def test_side(self):
        page = self.broken("side")
        self.expect(self.why_not(page, "subscribe", "Side.swift"), "Subject (Side.swift:7) has never sent", "Subject It has never sent anything")
        self.picture(page, "broken-side")

    def test_temporary(self):
        page = self.broken("temporary")
        page.evaluate("inspector.go(inspector.model.end)")
        self.expect(self.why_not(page, "Subject", "Temporary.swift:5"), "It completed. Nothing follows.")
        page.evaluate("inspector.view.showAll(); inspector.state.dirty = true")
        self.picture(page, "broken-temporary")

    def test_untracked(self):
        page = self.broken("untracked")
        self.select(page, "derived", "Untracked.swift")
        page.locator("#details h3", has_text="From").wait_for()
        # The price is not a dependency.
        rows = page.locator("#details h3", has_text="From").locator("xpath=following-sibling::*[1]")
        self.assertIn("Untracked.swift:7", rows.inner_text())
        edges = "[...inspector.model.edges.values()].filter(({ from }) => from.place.endsWith('Untracked.swift:6')).length"
        self.assertEqual(page.evaluate(edges), 0)
        self.picture(page, "broken-untracked")


if __name__ == "__main__":
    unittest.main()
