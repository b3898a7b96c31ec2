"""The code of rules read as formulas: one tree, its reader, its values, its steps and its words."""
