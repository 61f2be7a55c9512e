#!/usr/bin/env python3
"""Writes recordings like those of a program, for tests, and to try the page without a program.

    make_recording.py signup  > signup.jsonl       six seconds of a sign-up screen
    make_recording.py chain   > chain.jsonl        map, filter and debounce; the recording becomes a test
    make_recording.py pair    > pair.jsonl         combineLatest; the recording becomes a test
    make_recording.py wide    > wide.jsonl         10,000 live nodes and 100,000 events
    make_recording.py hostile > hostile.jsonl      invalid lines and hostile values
    make_recording.py long 1000 > long.jsonl       1,000 megabytes
"""
import json
import random
import sys

MS = 1_000_000


class Recording:
    def __init__(self, program, write):
        self.write = write
        self.numbers = 0
        self.events = 0
        self.line(**{"is": "recording"}, version=1, program=program, began=1763821000.5)

    def line(self, **fields):
        self.write(json.dumps({key: value for key, value in fields.items() if value is not None}, ensure_ascii=False) + "\n")

    def node(self, kind, name, place=None, time=0, after=()):
        """Writes a node, and the edges from the nodes before it."""
        self.numbers += 1
        self.line(**{"is": "node"}, node=self.numbers, kind=kind, name=name, place=place, time=time)
        for other in after:
            self.edge(other, self.numbers, time)
        return self.numbers

    def edge(self, start, end, time=0, kind="edge"):
        self.line(**{"is": kind, "from": start, "to": end}, time=time)

    def gone(self, node, time):
        self.line(**{"is": "gone"}, node=node, time=time)

    def event(self, kind, node, time, value=None, cause=None, thread=1, run=None):
        self.events += 1
        self.line(**{"is": kind}, event=self.events, node=node, cause=cause, time=int(time), thread=thread, run=run, value=value)
        return self.events


def signup(write):
    r = Recording("signup", write)
    model, page = "SignUpModel/SignUpModel.swift", "signup/SignUp.swift"
    email = r.node("property", "email", f"{model}:24")
    texts = r.node("stage", "map", after=[email])
    settled = r.node("stage", "debounce(300 ms)", after=[texts])
    different = r.node("stage", "distinctUntilChanged", after=[settled])
    check = r.node("stage", "flatMapLatest", after=[different])
    verdict = r.node("property", "verdict", f"{model}:27")
    into = r.node("subscription", "<~", f"{model}:48", after=[check])
    r.edge(into, verdict)
    command = r.node("command", "subscribe", f"{model}:33")
    executing = r.node("property", "executionsInFlight", f"{model}:33", after=[command])
    valid = r.node("derived", "isFree", f"{model}:51", after=[verdict])
    enabled = r.node("derived", "canSubscribe", f"{model}:52", after=[valid, executing])
    r.edge(enabled, command)
    button = r.node("subscription", "button.isEnabled", f"{page}:61", after=[enabled])
    label = r.node("subscription", "validity label", f"{page}:64", after=[verdict])
    values = r.node("stage", "values", after=[command])
    count = r.node("stage", "scan", after=[values])
    status = r.node("subscription", "status label", f"{page}:70", after=[count])
    log = r.node("subject", "log", f"{page}:80")
    main = r.node("scheduler", "main actor")
    tabs = [r.node("subscription", "tab", "SignUpWeb/Sessions.swift:88", after=[log]) for _ in range(40)]
    plan = []

    def at(time, act):
        plan.append((time, act))

    def typed(time, text):
        def act():
            first = r.event("next", email, time, text)
            r.event("next", texts, time + 40_000, text.lower(), first)
        at(time, act)

    def checked(time, text, answer, source_text):
        def act():
            # The cause is the last event of `map` with this text.
            settled_event = r.event("next", settled, time, text, last_text[source_text])
            if not r_different(text):
                return
            passed = r.event("next", different, time + 20_000, text, settled_event)
            def answered():
                hop = r.event("hop", check, time + 182 * MS, "main actor", passed, thread=3)
                free = r.event("next", check, time + 183 * MS, answer, hop)
                received = r.event("next", into, time + 183 * MS + 9_000, answer, free)
                stored = r.event("next", verdict, time + 183 * MS + 15_000, answer, received)
                r.event("next", label, time + 183 * MS + 30_000, answer, stored)
                isfree = r.event("computed", valid, time + 183 * MS + 40_000, "true" if answer == "Free" else "false", stored)
                can = r.event("computed", enabled, time + 183 * MS + 50_000, "true" if answer == "Free" else "false", isfree)
                r.event("next", button, time + 183 * MS + 60_000, "true" if answer == "Free" else "false", can)
            at_later.append((time + 182 * MS, answered))
        at(time, act)

    seen = []

    def r_different(text):
        if seen and seen[-1] == text:
            return False
        seen.append(text)
        return True

    last_text = {}
    at_later = []
    words = "ada@example.org"
    time = 400 * MS
    for length in range(1, len(words) + 1):
        text = words[:length]
        typed(time, text)
        last_text[text] = 2 * length
        time += (95 + 37 * (length % 4)) * MS if length != 11 else 620 * MS
    stops = [(11, "Not an address yet"), (15, "Free")]
    times = {}
    time = 400 * MS
    for length in range(1, len(words) + 1):
        times[length] = time
        time += (95 + 37 * (length % 4)) * MS if length != 11 else 620 * MS
    # Events get their numbers when they are written, so the writer records the numbers of the causes.
    numbers = {}

    def number(write_line):
        fields = json.loads(write_line)
        if fields.get("node") == texts and fields["is"] == "next":
            numbers[fields["value"]] = fields["event"]
        write(write_line)

    r.write = number
    last_text = numbers
    for length, answer in stops:
        checked(times[length] + 300 * MS, words[:length], answer, words[:length])
    refused = times[11] + 350 * MS
    at(refused, lambda: r.event("refused", command, refused, "disabled"))

    def executes(begin, run, outcome, length):
        def begins():
            first = r.event("queued", command, begin, words, run=run)
            began = r.event("began", command, begin + 60_000, words, first, run=run)
            flight = r.event("next", executing, begin + 70_000, "1", began)
            no = r.event("computed", enabled, begin + 90_000, "false", flight)
            r.event("next", button, begin + 99_000, "false", no)

            def ends():
                stop = begin + length
                ended = r.event("ended", command, stop, outcome, began, run=run, thread=4)
                hop = r.event("hop", command, stop + 30_000, "main actor", ended, thread=4)
                landed = r.event("next", executing, stop + 300_000, "0", hop)
                yes = r.event("computed", enabled, stop + 320_000, "true", landed)
                r.event("next", button, stop + 330_000, "true", yes)
                if outcome == "completed":
                    value = r.event("next", values, stop + 280_000, "Thanks", hop)
                    total = r.event("next", count, stop + 281_000, "1 subscriber", value)
                    r.event("next", status, stop + 283_000, "1 subscriber", total)
                entry = r.event("next", log, stop + 400_000, f"subscribe {outcome}", ended)
                for tab in tabs:
                    r.event("next", tab, stop + 410_000 + 9_000 * tab, f"subscribe {outcome}", entry)
            at_later.append((begin + length, ends))
        at(begin, begins)

    executes(times[15] + 900 * MS, 1, "failed: timed out", 700 * MS)
    executes(times[15] + 2_100 * MS, 2, "completed", 850 * MS)
    closes = times[15] + 3_300 * MS

    def close():
        for tab in tabs[:12]:
            r.event("disposed", tab, closes, "by hand")
            r.gone(tab, closes + 1_000)
    at(closes, close)
    # Steps of the plan add later steps.
    plan.sort(key=lambda step: step[0])
    while plan or at_later:
        plan += at_later
        at_later.clear()
        plan.sort(key=lambda step: step[0])
        plan.pop(0)[1]()
    r.event("next", main, closes + 40 * MS, "idle")


def chain(write):
    """A chain with irregular times."""
    r = Recording("chain", write)
    source = r.node("subject", "typed", "App/Search.swift:9")
    mapped = r.node("stage", "map")
    filtered = r.node("stage", "filter")
    settled = r.node("stage", "debounce")
    end = r.node("subscription", "subscribe", "App/Search.swift:14")
    for one, other in [(source, mapped), (mapped, filtered), (filtered, settled), (settled, end)]:
        r.edge(one, other)
    steps = []
    for time, value in [(13.7, 2), (31.2, 3), (92.9, 5), (96.1, 8), (171.4, 7), (233.8, 12)]:
        steps.append((int(time * MS), "next", str(value)))
    steps.append((int(301.3 * MS), "completed", None))
    due = None

    def settle():
        nonlocal due
        when, value, cause = due
        due = None
        passed = r.event("next", settled, when, value, cause, thread=2)
        r.event("next", end, when + 4_000, value, passed, thread=2)

    for time, kind, value in steps:
        if due and due[0] <= time:
            settle()
        first = r.event(kind, source, time, value)
        if kind == "completed":
            if due:
                due = (time + 3_000, *due[1:])
                settle()
            for node in (mapped, filtered, settled, end):
                first = r.event("completed", node, time + 4_000, None, first)
            continue
        tens = r.event("next", mapped, time + 2_000, str(10 * int(value)), first)
        if int(value) % 2 == 0 or int(value) > 6:
            kept = r.event("next", filtered, time + 3_000, str(10 * int(value)), tens)
            due = (time + 30 * MS + 8_000, str(10 * int(value)), kept)


def pair(write):
    """Two joined texts, with characters that a string literal has to escape."""
    r = Recording("pair", write)
    name = r.node("property", "name", "App/Greeting.swift:4")
    greeting = r.node("property", "greeting", "App/Greeting.swift:5")
    both = r.node("stage", "combineLatest", after=[greeting, name])
    end = r.node("subscription", "shown", "App/Greeting.swift:8", after=[both])
    newest = {}
    for time, node, value in [(3.1, name, "Ada"), (18.4, greeting, "Good\tday"), (51.9, name, 'Grace "Amazing" H.'),
                              (88.0, greeting, "C:\\n\n"), (88.2, name, "Ada")]:
        newest[node] = value
        sent = r.event("next", node, time * MS, value)
        if len(newest) == 2:
            text = f"{newest[greeting]}, {newest[name]}"
            joined = r.event("next", both, time * MS + 2_000, text, sent)
            r.event("next", end, time * MS + 3_000, text, joined)


def wide(write, chains=2_000, events=100_000):
    """10,000 nodes in chains of five, with a hundred places. Most events are on the first chain."""
    r = Recording("wide", write)
    made = []
    for index in range(chains):
        source = r.node("subject", f"source {index % 40}", f"App/Source{index % 40}.swift:7", time=index * 1_000)
        nodes = [source]
        for name in ("map", "filter", "scan"):
            nodes.append(r.node("stage", name, time=index * 1_000))
            r.edge(nodes[-2], nodes[-1], index * 1_000)
        nodes.append(r.node("subscription", "subscribe", f"App/Screen{index % 100}.swift:12", time=index * 1_000))
        r.edge(nodes[-2], nodes[-1], index * 1_000)
        made.append(nodes)
    dice = random.Random(7)
    time = chains * 1_000
    written = 0
    while written < events:
        time += dice.randrange(20_000, 180_000)
        cause = None
        for step, node in enumerate(made[0] if dice.random() < 0.7 else dice.choice(made)):
            cause = r.event("next", node, time + step * 900, str(dice.randrange(1_000)), cause)
            written += 1


def hostile(write):
    r = Recording("</title><script>document.title = 'run'</script>", write)
    script = "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>"
    property_ = r.node("property", script, script + ".swift:1")
    ends = r.node("subscription", "`}; fatalError() //\u2028\" \\(boom)", "../../etc/passwd:1", after=[property_])
    cause = r.event("next", property_, 1_000, script)
    r.event("next", ends, 2_000, "\\\"; fatalError() // \u202e\u0000 \n" + script, cause)
    for text in ["", "{", "null", "[]", "7", '"next"', '{"is":"next"}', '{"is":"next","event":1,"node":77,"time":1}',
                 '{"is":"next","event":-1,"node":1,"time":1}', '{"is":"next","event":1e99,"node":1,"time":1}',
                 '{"is":"node","node":5,"kind":"__proto__","name":"x","time":1}', '{"is":"edge","from":1,"to":99,"time":1}',
                 '{"is":"gone","node":99,"time":1}', '{"is":"next","event":3,"node":1,"time":"now"}', "\x00\x01\x02",
                 '{"is":"later","node":1,"time":3}']:
        write(text + "\n")
    write('{"is":"next","event":50,"node":1,"time":3000,"value":7,"cause":50,"later":{"a":[1,2]}}\n')
    write('{"is":"next","event":51,"node":2,"time":4000,"cause":52,"value":"ring"}\n')
    write('{"is":"next","event":52,"node":2,"time":4000,"cause":51,"value":"ring"}\n')
    r.edge(ends, property_)
    r.edge(ends, ends)
    write(json.dumps({"is": "next", "event": 90, "node": 1, "time": 5_000, "value": "x" * 70_000}) + "\n")
    write(json.dumps({"is": "next", "event": 91, "node": 1, "time": 6_000, "value": "y" * 60_000}) + "\n")
    write('{"is":"lost","count":500,"time":6500}\n')
    write('{"is":"next","event":92,"node":1,"time":7000,"value":"cut in the mid')


def long(write, megabytes):
    """A few lasting nodes, many short-lived ones, and values."""
    written = 0

    def counted(line):
        nonlocal written
        written += len(line)
        write(line)

    r = Recording("long", counted)
    source = r.node("subject", "source", "App/Long.swift:1")
    time = 0
    while written < megabytes << 20:
        end = r.node("subscription", "subscribe", "App/Long.swift:9", time, [source])
        for _ in range(50):
            time += 1_000
            sent = r.event("next", source, time, "a value of some length, as values are" + "." * (time // 1_000 % 60))
            r.event("next", end, time + 100, "a value", sent)
        r.event("disposed", end, time + 200, "by hand")
        r.gone(end, time + 300)


def main():
    kinds = {"signup": signup, "chain": chain, "pair": pair, "wide": wide, "hostile": hostile, "long": long}
    if len(sys.argv) < 2 or sys.argv[1] not in kinds:
        sys.exit(__doc__)
    kinds[sys.argv[1]](sys.stdout.write, *map(int, sys.argv[2:]))


if __name__ == "__main__":
    main()
