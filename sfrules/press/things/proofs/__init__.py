"""Proofs: fences below the prose that vouch for its numbers, line by line."""
