"""Rules of a post office: a definition on the way, a power, a choice, and words to be escaped."""

from dataclasses import replace

import toy_book

from sfrules.press.things.formulas import Words


def postage(weight: int, zone: int = 1) -> int:
    step = weight // 20
    return step * 2 + zone


def area(side: int, n: int) -> int:
    return -(side ** (n + 1))


def fee(weight: int, surcharge: int = 0, sent: str = "slow") -> int:
    return weight + (surcharge if sent == "fast" else 0)


def is_heavy(weight: int) -> bool:
    return 2 * weight > 51


def parcel(weight: int) -> int:
    return postage(weight, 3) + (5 if is_heavy(weight) else 0)


def label(kind: str) -> str:
    return kind


WORDS = Words(
    names={"postage": "postage due", "is_heavy": "heavy", "kind": 'a<b>&"c"', "label": '<"x">'},
)
RULES = (postage, area, fee, is_heavy, parcel, label)
BOOK = replace(
    toy_book.BOOK, namespaces={"post": {rule.__name__: rule for rule in RULES}}, words=WORDS
)
