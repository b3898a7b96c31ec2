"""A build that takes long says in the terminal how far it is, and leaves nothing behind."""

from __future__ import annotations

from io import StringIO

import pytest

from sfrules.press.doors.progress import Progress

CLEARED = "\r\x1b[K"


class Terminal(StringIO):
    """A stream that a person looks at, or, if it is no terminal, a program."""

    def __init__(self, *, is_terminal: bool = True) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


def build(stream: StringIO | None, seconds: list[float]) -> None:
    """Read four pages, one at each of these seconds after the beginning."""
    clock = 0.0
    progress = Progress(stream, lambda: clock)
    progress.begin(4)
    for clock in seconds:  # noqa: B007 the progress reads it
        progress.step("reading")
    progress.end()


@pytest.mark.parametrize(
    ("seconds", "written"),
    [
        ([0.1, 0.2, 0.5, 0.999], ""),
        ([0.1, 0.2, 0.5, 1.0], f"{CLEARED}reading pages: 4 of 4{CLEARED}"),
        (
            [0.1, 1.0, 1.05, 1.2],
            f"{CLEARED}reading pages: 2 of 4{CLEARED}reading pages: 4 of 4{CLEARED}",
        ),
    ],
    ids=["a second is not over", "the last page comes after a second", "not at every page"],
)
def test_a_build_says_how_far_it_is_once_it_takes_a_second(seconds, written):
    terminal = Terminal()
    build(terminal, seconds)
    assert terminal.getvalue() == written


def test_a_program_that_reads_the_output_sees_none_of_it():
    pipe = Terminal(is_terminal=False)
    build(pipe, [1.0, 2.0, 3.0, 4.0])
    build(None, [1.0, 2.0, 3.0, 4.0])
    assert not pipe.getvalue()


def test_a_short_build_after_one_that_was_shown_clears_no_line():
    clock = 0.0
    progress = Progress(terminal := Terminal(), lambda: clock)
    for begun, ended in ((0.0, 1.5), (2.0, 2.1)):
        clock = begun
        progress.begin(1)
        clock = ended
        progress.step("reading")
        progress.end()
    assert terminal.getvalue() == f"{CLEARED}reading pages: 1 of 1{CLEARED}"
