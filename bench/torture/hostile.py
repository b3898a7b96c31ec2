"""Send attacks that have been published through every door, and see that nothing comes of them.

Each is tried alone, in a process of its own, and among all others: both times it has to come to
the same. Nothing may be read, started or sent, and no rule, row or name may change. A canary is a
file with a secret that nothing may open or say, and a port of this machine listens for whatever
might call.
"""

from __future__ import annotations

import contextlib
import itertools
import random
import re
import secrets
import socket
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import book_doors
import cases
from doors import DOORS, Doors
from section import Section, Task
from trying import Batch, Fallen, outcomes
from watching import Watch, state

from sfrules.book import BOOK

CORPUS = Path(__file__).with_name("hostile.txt")
SECRET = secrets.token_hex(16)
SIZE = 60  # attacks of a batch
LOOKS = 15  # attacks between two looks at the rules and rows
BEFORE: dict[str, str] = {}  # the rules and rows as they have to stay
SECONDS = 70.0  # of the clock: a page has ten of the processor, and six times as many to wait
# Its words are a list, which only a grammar gives it.
HERE = [door for door in DOORS if door != "command" and door not in book_doors.DOORS]
# A person who names a file to a command has it read.
BY_NAME = ("sfrules ",)
_GIT = re.compile(r"it starts 'git'")


def corpus() -> list[tuple[str, str]]:
    """The attacks, each with its family."""
    found, family = [], ""
    for line in CORPUS.read_text(encoding="utf-8").split("\n"):
        if line.startswith("## "):
            family = line.removeprefix("## ")
        elif line and family:
            found.append((family, cases.read(line)))
    return found


def torture(task: Task) -> Section:
    """Try a share of the attacks at every door."""
    chance = random.Random(task.seed)
    attacks = corpus()
    chosen = chance.sample(attacks, task.of(len(attacks)))
    canary = cases.FOLDER.with_name(f"{cases.FOLDER.name}-canary")
    canary.write_text(SECRET, encoding="utf-8")
    listener = Listener()
    for door in HERE:
        _warm(door)
    BEFORE.update(state(BOOK))
    try:
        return _tried(chosen, canary, listener, chance)
    finally:
        canary.unlink()
        listener.close()
        cases.clear()


def _tried(
    chosen: Sequence[tuple[str, str]], canary: Path, listener: Listener, chance: random.Random
) -> Section:
    texts = [
        text.replace("CANARY", str(canary)).replace("PORT", str(listener.port))
        for _, text in chosen
    ]
    alone, fallen = dict[tuple[str, str], str](), list[cases.Case]()
    slowest: tuple[float, str, str] = (0.0, "", "")
    tried = Counter[str]()
    for outcome in outcomes(_each_alone(texts, canary), SECONDS):
        door, text = outcome.given
        tried[door] += 1
        alone[door, text] = outcome.answer
        slowest = max(slowest, (outcome.seconds, door, cases.written(text)[:40]))
        if outcome.fell:
            fallen.append(cases.case_of("hostile", door, text, outcome.fell))
    fell_alone = {(case.door, case.given) for case in fallen}
    for outcome in outcomes(_all_together(texts, canary, chance), SECONDS):
        place = outcome.given
        if outcome.fell and place not in fell_alone:
            fallen.append(cases.case_of("hostile", *place, outcome.fell))
        elif not outcome.fell and outcome.answer != alone[place] and place not in fell_alone:
            happened = "it comes to something else among others than alone"
            fallen.append(cases.Case("hostile", *place, happened))
    families = Counter(family for family, _ in chosen)
    lines = [
        f"{len(chosen)} attacks of {len(families)} families, at {len(tried)} doors, each alone",
        f"and among the others: {2 * tried.total():,} trials.",
        f"Calls of the port that listens: {listener.calls}.",
        f"The slowest took {slowest[0]:.1f} seconds: {slowest[1]}, `{slowest[2]}`.",
    ]
    if listener.calls:
        fallen.append(cases.Case("hostile", "any", "", f"the port was called {listener.calls}×"))
    return Section("Hostile texts", lines, *_as_fallen(fallen, canary, listener.port))


def _as_fallen(
    fallen: Sequence[cases.Case], canary: Path, port: int
) -> tuple[list[str], list[cases.Case]]:
    """Each sort of fall with its number and an example, and the examples as cases to keep."""
    sorts = defaultdict[tuple[str, str], list[cases.Case]](list)
    for case in fallen:
        given = case.given.replace(str(canary), "CANARY").replace(str(port), "PORT")
        happened = case.happened.replace(str(canary), "CANARY")
        sorts[case.sort].append(cases.Case(case.torture, case.door, given, happened))
    smallest = [min(each, key=lambda case: len(case.given)) for _, each in sorted(sorts.items())]
    counts = [len(each) for _, each in sorted(sorts.items())]
    return [
        f"{case.door}, {count}×: {case.happened} (`{cases.written(case.given)[:80]}`)"
        for case, count in zip(smallest, counts, strict=True)
    ], smallest


def _each_alone(texts: Sequence[str], canary: Path) -> Iterator[Batch]:
    """Each text in a process of its own, which goes from door to door."""
    for text in texts:
        inputs = [(door, text) for door in HERE]
        yield Batch("alone", lambda inputs=inputs: inputs, _watched(canary))  # type: ignore[misc]


def _all_together(texts: Sequence[str], canary: Path, chance: random.Random) -> Iterator[Batch]:
    """At each door all texts, one after another."""
    for door in HERE:
        inputs = [(door, text) for text in texts]
        chance.shuffle(inputs)
        for start in range(0, len(inputs), SIZE):
            part = inputs[start : start + SIZE]
            yield Batch("together", lambda part=part: part, _watched(canary))  # type: ignore[misc]


def _watched(canary: Path) -> Callable[[tuple[str, str]], str]:
    """What tries a text at a door, and looks at all that it does meanwhile."""
    watches: list[tuple[Watch, Doors]] = []
    counted = itertools.count(1)

    def tried(given: tuple[str, str]) -> str:
        door, text = given
        if not watches:
            doors = Doors(cases.own_folder())
            watches.append((Watch(doors.folder, canary), doors))
        watch, doors = watches[0]
        watch.taken()
        answer = error = None
        try:
            answer = DOORS[door](doors, text)
        except Exception as raised:  # noqa: BLE001 what was done is told before what was raised
            error = raised
        _judge(door, watch.taken(), answer or "")
        if next(counted) % LOOKS == 0:
            after = state(BOOK)
            if changed := [name for name in BEFORE if BEFORE[name] != after.get(name)]:
                raise Fallen(f"it, or one before it, changes {', '.join(changed)[:200]}")
        if error:
            raise error
        return cases.digest((answer or "").replace(str(doors.folder), ""))

    return tried


def _judge(door: str, seen: Sequence[str], answer: str) -> None:
    by_name = door.startswith(BY_NAME)
    done = [each for each in seen if not _GIT.match(each)]
    if by_name:
        done = [each for each in done if not each.startswith("it opens")]
    if done:
        raise Fallen("; ".join(dict.fromkeys(done))[:200])
    if SECRET in answer and not by_name:
        raise Fallen("it says the secret")


def _warm(door: str) -> None:
    """Have a door load here what it loads late: what is loaded from then on is a text's doing."""
    doors = Doors(cases.own_folder())
    for text in ("1", "x", "[", '"'):
        with contextlib.suppress(Exception):  # what falls is found later
            DOORS[door](doors, text)


class Listener:
    """A port of this machine that counts who calls."""

    def __init__(self) -> None:
        self.calls = 0
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                connection, _ = self._server.accept()
            except OSError:
                return
            self.calls += 1
            connection.close()

    def close(self) -> None:
        """Listen no longer."""
        self._server.close()
