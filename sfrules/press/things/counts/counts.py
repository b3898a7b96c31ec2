"""What the audit finds: how many numbers of each kind, and those that nothing vouches for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sfrules.ground.problems import Problem

# What vouches for a number, in the order in which a reader is told.
KINDS: Mapping[str, str] = {
    "computed": "printed by a macro, from a rule or a row of facts",
    "chosen": "set by the page for an example, and printed from there",
    "cells": "printed in a table, a drawing, a formula or a worked example",
    "claimed": "typed, and found to agree with its rule",
    "proved": "typed, and vouched for by the proof below",
    "different": "typed, and different from its rule for a reason",
    "verified": "in a session that is run",
    "structural": "in a mark, a date, an address or the name of a term",
    "code": "in code that is shown and not run",
    "flavour": "in words that are no rules",
    "loose": "in prose, and nothing vouches for it",
}


@dataclass(frozen=True)
class Audit:
    """The numbers of a page by kind, and a problem for each loose one."""

    counts: Counter[str] = field(default_factory=Counter)
    loose: tuple[Problem, ...] = ()


def total(audits: Iterable[Audit]) -> Counter[str]:
    """The numbers of several pages together."""
    counts: Counter[str] = Counter()
    for each in audits:
        counts.update(each.counts)
    return counts
