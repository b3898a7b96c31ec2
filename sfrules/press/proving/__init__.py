"""The proofs of a page: each line held against the rules, and its numbers against the prose."""
