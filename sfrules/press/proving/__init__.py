"""The proofs of a page: each line compared with the rules, and its numbers with the prose."""
