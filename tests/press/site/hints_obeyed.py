"""Obeys hints: what an author would write who takes each of them at its word."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sfrules.ground.edits import apply_fixes
from sfrules.ground.problems import Problem


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


def did_you_mean(place: Place, found: re.Match[str]) -> str:
    """The name in place of the one that the message quotes, or of all that is marked."""
    wrong = re.search(r'"([^"]+)"', place.problem.message)
    if wrong and wrong[1] in place.marked:
        return place.replaced(place.marked.replace(wrong[1], found[1], 1))
    return place.replaced(found[1])


def write(place: Place, found: re.Match[str]) -> str:
    quote = place.marked[:1] if place.marked[:1] in "\"'" else ""
    return place.replaced(f"{quote}{found[1]}{quote}")


def close(place: Place, found: re.Match[str]) -> str:
    """The closing marks behind the first word or call, before anything else opens."""
    opened = place.start + 2
    word = re.compile(r"[ \w.]+(?:\([^()\n]*\))?").match(place.text, opened)
    end = word.end() if word else opened
    return place.text[:end].rstrip() + " " * (found[1] != "]]") + found[1] + place.text[end:]


OBEYED: dict[str, Callable[[Place, re.Match[str]], str]] = {
    r"did you mean (.+)\?": did_you_mean,
    r"write (?!True|\{)([^;]+?)(?:, or prove .+|;.*| here)?": write,
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
