"""Obeys hints: what an author would write who takes each of them at its word."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sfrules.ground.edits import apply_fixes
from sfrules.ground.problems import Problem

FENCE = re.compile(
    r"^[ \t>]*```proof[^\n]*\n(?P<lines>.*?)^[ \t>]*```[ \t]*$", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True)
class Place:
    """A problem on a page: the page's text, and the stretch that the problem marks."""

    text: str
    problem: Problem

    @property
    def start(self) -> int:
        before = self.text.split("\n")[: self.problem.line - 1]
        return sum(len(line) + 1 for line in before) + self.problem.column - 1

    @property
    def end(self) -> int:
        return self.start + self.problem.length

    @property
    def marked(self) -> str:
        return self.text[self.start : self.end]

    def replaced(self, new: str) -> str:
        return self.text[: self.start] + new + self.text[self.end :]

    @property
    def proof(self) -> re.Match[str]:
        """The proof that the problem is in, or that stands below it."""
        found = (each for each in FENCE.finditer(self.text) if each.end() > self.start)
        return next(found)

    def with_lines(self, lines: list[str]) -> str:
        """The page with other lines in that proof."""
        low, high = self.proof.span("lines")
        return self.text[:low] + "\n".join(lines) + "\n" + self.text[high:]

    @property
    def lines(self) -> list[str]:
        return self.proof["lines"].rstrip("\n").split("\n")

    @property
    def line(self) -> int:
        """The line of that proof that the problem is in."""
        return self.text[self.proof.start("lines") : self.start].count("\n")


def did_you_mean(place: Place, found: re.Match[str]) -> str:
    """The name in place of the one that the message quotes, or of all that is marked."""
    wrong = re.search(r'"([^"]+)"', place.problem.message)
    if wrong and wrong[1] in place.marked:
        return place.replaced(place.marked.replace(wrong[1], found[1], 1))
    return place.replaced(found[1])


def write(place: Place, found: re.Match[str]) -> str:
    quote = place.marked[:1] if place.marked[:1] in "\"'" else ""
    return place.replaced(f"{quote}{found[1]}{quote}")


def write_both(place: Place, found: re.Match[str]) -> str:
    """What the proof says and what the prose says, at the place that the hint has."""
    lines = write(place, found).split("\n")
    row, at = int(found[2]) - 1, int(found[3]) - 1
    said = place.marked.strip("\"'")
    lines[row] = lines[row][:at] + lines[row][at:].replace(said, found[1], 1)
    return "\n".join(lines)


def say_again(place: Place, found: re.Match[str]) -> str:
    return place.with_lines([*place.lines, found[1]])


def name_above(place: Place, found: re.Match[str]) -> str:
    """The number named on a line above, and its name in its place."""
    at, lines = place.line, place.replaced("chosen")
    changed = Place(lines, place.problem).lines
    return place.with_lines([*changed[:at], f"chosen = {found[1]}", *changed[at:]])


def name_for_rule(place: Place, found: re.Match[str]) -> str:
    """A line of its own for an argument, and its name in the first call that has it."""
    number = re.compile(rf"(?<=[(, ]){re.escape(found[1])}(?=[,)])")
    at = next(at for at, line in enumerate(place.lines) if number.search(line))
    asked = number.sub("chosen", place.lines[at], count=1)
    return place.with_lines(
        [*place.lines[:at], f"chosen = {found[1]}", asked, *place.lines[at + 1 :]]
    )


def turn_round(place: Place, found: re.Match[str]) -> str:
    ends = f"= {found[1]}"
    return place.with_lines([
        f"{found[1]} = {line[: -len(ends)].rstrip()}" if line.endswith(ends) else line
        for line in place.lines
    ])  # fmt: skip


def mark(place: Place, _found: re.Match[str]) -> str:
    return place.replaced(f"[{place.marked}]{{.flavour}}")


def take_out(place: Place, _found: re.Match[str]) -> str:
    return place.with_lines([line for at, line in enumerate(place.lines) if at != place.line])


def close(place: Place, found: re.Match[str]) -> str:
    """The closing marks behind the first word or call, before anything else opens."""
    opened = place.start + 2
    word = re.compile(r"[ \w.]+(?:\([^()\n]*\))?").match(place.text, opened)
    end = word.end() if word else opened
    return place.text[:end].rstrip() + " " * (found[1] != "]]") + found[1] + place.text[end:]


OBEYED: dict[str, Callable[[Place, re.Match[str]], str]] = {
    r"did you mean (.+)\?": did_you_mean,
    r"write (?P<what>[^,;]+?) here and at (\d+):(\d+), where the prose says it": write_both,
    r"write (?!True|\{)([^;]+?)(?:, or prove .+|;.*| here)?": write,
    r"say it again in the proof, on a line of its own: (.+)": say_again,
    r"name it above: name = (.+?); or .+": name_above,
    r"give it a line of its own above, and its name to the rule: name = (.+)": name_for_rule,
    r".*turn the line round: (.+) = …": turn_round,
    r"(?:write .+, or )?prove (.+) in the block below, or mark it as no rule: .+": mark,
    r"say (.+) above, or take it out of the proof": take_out,
    r"close it with (\}\}|%\}|\]\]|-->)": close,
}


def obeyed(text: str, problem: Problem) -> Iterator[str]:
    """The page after each thing that a hint says to write."""
    if problem.fix:
        changed = apply_fixes([problem.fix], {problem.path: text}.get)
        yield changed.get(problem.path) or text
        return
    for pattern, obey in OBEYED.items():
        if found := re.fullmatch(pattern, problem.hint):
            yield obey(Place(text, problem), found)
            return
