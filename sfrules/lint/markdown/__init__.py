"""Markdown read as any rulebook has it: blocks, what is in their lines, and the HTML among them."""
