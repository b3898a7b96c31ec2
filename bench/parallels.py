"""Change one number in a line of an edition, and count how often the other edition tells.

    python bench/parallels.py ~/book/en ~/book/ru --changes 500

A change is drawn at random from the numbers of lines that lint compares: a digit becomes another,
and it is told if the two lines then have numbers of their own left over. The rest of the numbers
stand in files of another order, which are not compared.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from measuring import asked

from sfrules.ground.source import Source
from sfrules.lint.files import read_file
from sfrules.lint.markdown.reading import read
from sfrules.lint.repeats.parallels import (
    BookLine,
    LineNumber,
    aligned,
    book_lines,
    left_over,
    numbers_of,
)

README = Path(__file__).resolve().parents[1] / "README.md"


def main() -> None:
    """Draw the changes, and print how many of them are told."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("one", type=Path, nargs="?")
    parser.add_argument("two", type=Path, nargs="?")
    parser.add_argument("--changes", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--missed", action="store_true", help="show each change that goes unseen")
    given = asked(parser, one=README, two=README, changes=5)
    if not (given.one and given.two):
        parser.error("name two editions of a book")
    dice, places, numbers = random.Random(given.seed), [], 0
    for source, other in _pairs(given.one, given.two):
        one, two = (book_lines(read(each)) for each in (source, other))
        numbers += sum(len(line.numbers) for line in one)
        for here, there in aligned(one, two):
            places += [(source.path, here, there, number) for number in here.numbers]
    chosen = dice.sample(places, min(given.changes, len(places)))
    missed = [each for each in chosen if not _is_told(*each[1:], dice)]
    told = len(chosen) - len(missed)
    print(f"{len(places)} numbers compared, {numbers - len(places)} in another order")
    print(f"{told} of {len(chosen)} seeded changes told, {told / len(chosen):.1%}")
    for path, here, _, number in missed if given.missed else ():
        print(f"{path}:{here.line}:{number.start + 1}: {here.text}")


def _pairs(one: Path, two: Path) -> list[tuple[Source, Source]]:
    """The files that both editions have, by their names."""
    names = sorted(one.rglob("*.md")) if one.is_dir() else [one]
    files = [(name, two / name.relative_to(one) if one.is_dir() else two) for name in names]
    read = [tuple(map(read_file, pair)) for pair in files if pair[1].is_file()]
    return [(a, b) for a, b in read if isinstance(a, Source) and isinstance(b, Source)]


def _is_told(here: BookLine, there: BookLine, number: LineNumber, dice: random.Random) -> bool:
    places = [at for at in range(number.start, number.end) if here.text[at].isdecimal()]
    if not places:
        return True  # a sign such as ½ has no digit to change
    at = dice.choice(places)
    digit = dice.choice([each for each in "123456789" if each != here.text[at]])
    text = f"{here.text[:at]}{digit}{here.text[at + 1 :]}"
    return all(left_over(tuple(numbers_of(text)), there.numbers, ()))


if __name__ == "__main__":
    main()
