"""Claims among the kinds of things: what `printed()` gives."""

from __future__ import annotations

from sfrules.ground.formats import format_value
from sfrules.ground.number_words import exact
from sfrules.ground.problems import Mistake
from sfrules.press.things.claims.claim import Claim, Disagreement, Unfit, fit
from sfrules.press.things.thing import Desk, Kind, text_of


def printed(
    _desk: Desk, printed: object, computed: object, because: str = "", within: object = None
) -> Claim:
    """A number that the author typed; the page stands only if it holds of the computed one."""
    for value in (printed, computed):
        format_value(value)
    reason = text_of(because, "because").strip()
    try:
        claim = fit(Claim(exact(printed), exact(computed), reason, within))
    except Unfit as error:
        raise Mistake(str(error), error.hint, error.parameter) from None
    if not claim.holds:
        raise Disagreement(claim)
    return claim


CLAIM = Kind(
    name="claim",
    makes=Claim,
    html=lambda claim, _page: format_value(claim.printed),
    macros=(printed,),
    stands="text",
    text=lambda claim: format_value(claim.printed),
    kept=True,
    because=lambda claim: claim.because,
)
