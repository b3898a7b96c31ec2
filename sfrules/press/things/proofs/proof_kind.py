"""Proofs among the kinds of things: what a page shows for a fence of its own."""

from __future__ import annotations

from pathlib import Path

from sfrules.press.things.proofs.html import proof_html
from sfrules.press.things.proofs.proof import Proof
from sfrules.press.things.thing import Kind

# Each line has its own entry in the ledger, which the lock keeps; the mark on the page has none.
PROOF = Kind(
    name="proof",
    makes=Proof,
    html=proof_html,
    computed_in=".proof",
    kept=True,
    styles=(Path(__file__).with_name("proofs.css"),),
)
