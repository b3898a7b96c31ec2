"""Dice: tables to roll on, and the averages and ranges that a text states for dice."""
