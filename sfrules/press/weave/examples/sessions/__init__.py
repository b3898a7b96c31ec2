"""Python sessions in pages: read, carried out in bounds, and held against what they show."""
