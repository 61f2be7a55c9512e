"""Draws marble pictures as SVG from the text of doc comments. The tests run the same text."""
import html
import re

from common import marbles

# A name, marbles, two spaces, and a note.
row = re.compile(rf"^(?P<name>\S.*?) +(?P<marbles>{marbles})(?:  +(?P<note>.*))?$")

colours = {
    "light": {"line": "#8a8a8e", "text": "#1d1d1f", "note": "#6e6e73", "fill": "#e8f1ff", "stroke": "#0a63c9", "fail": "#c3272b"},
    "dark": {"line": "#7c7c80", "text": "#f5f5f7", "note": "#a1a1a6", "fill": "#10335c", "stroke": "#5aa7ff", "fail": "#ff6961"},
}
step, height, character = 20, 36, 7.3


def read(lines):
    """Returns the rows of a picture, or None if a line is not a row."""
    rows = [row.match(line) for line in lines]
    return [(found["name"].strip(), found["marbles"], found["note"] or "") for found in rows] if all(rows) else None


def events(text):
    """Yields each event with its tick. The events in a bracket have the same tick."""
    tick = 0
    for part in re.findall(r"\([^)]*\)|.", text):
        if part != "-":
            yield tick, part.strip("()")
        tick += len(part)


def draw(rows, theme):
    colour = colours[theme]
    left = 16 + character * max(len(name) for name, _, _ in rows)
    longest = max(len(text) for _, text, _ in rows)
    notes = left + step * (longest + 1) + 14
    width = notes + character * max(len(note) for _, _, note in rows) + 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height * len(rows) + 8}" width="{width:.0f}" '
        f'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="12">'
    ]
    for number, (name, text, note) in enumerate(rows):
        y = number * height + height // 2 + 4
        ended = text.endswith(("|", "#", "|)", "#)"))
        places = [tick + place for tick, together in events(text) for place in range(len(together))]
        end = left + (step * places[-1] + 4 if ended else step * len(text) + 8)
        parts.append(f'<text x="4" y="{y + 4}" fill="{colour["text"]}">{html.escape(name)}</text>')
        parts.append(f'<path d="M{left} {y}H{end}" stroke="{colour["line"]}" stroke-width="1.5"/>')
        if not ended:
            parts.append(f'<path d="M{end - 4} {y - 4}l6 4l-6 4" fill="none" stroke="{colour["line"]}" stroke-width="1.5"/>')
        for tick, together in events(text):
            x = left + step * tick + 4
            for place, one in enumerate(together):
                at = x + place * step
                if one == "|":
                    parts.append(f'<path d="M{at} {y - 10}v20" stroke="{colour["text"]}" stroke-width="2"/>')
                elif one == "#":
                    parts.append(f'<path d="M{at - 6} {y - 6}l12 12m0-12l-12 12" stroke="{colour["fail"]}" stroke-width="2"/>')
                else:
                    parts.append(
                        f'<circle cx="{at}" cy="{y}" r="9" fill="{colour["fill"]}" stroke="{colour["stroke"]}"/>'
                        f'<text x="{at}" y="{y + 4}" text-anchor="middle" fill="{colour["text"]}">{one}</text>'
                    )
        if note:
            parts.append(f'<text x="{notes:.0f}" y="{y + 4}" fill="{colour["note"]}">{html.escape(note)}</text>')
    return "\n".join([*parts, "</svg>", ""])
