"""Dice: the tables that are rolled on, and the figures that a text gives for dice."""
