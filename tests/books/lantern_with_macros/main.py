"""Lantern for mkdocs-macros: its rules and tables, without what mkdocs-macros has no means for."""

import csv
from fractions import Fraction
from pathlib import Path


def define_env(env):
    top = Path(env.project_dir)
    terrain = {
        r["Terrain"]: r for r in csv.DictReader((top / "terrain.csv").read_text().split("\n"))
    }
    lamps = {r["id"]: r for r in csv.DictReader((top / "lamps.csv").read_text().split("\n"))}

    @env.macro
    def chance(dice, target=5):
        return 1 - Fraction(target - 1, 6) ** dice

    @env.macro
    def days(leagues, over):
        return Fraction(leagues) / int(terrain[over]["Leagues a day"])

    @env.macro
    def oil(hours, lamp):
        return hours // int(lamps[lamp]["Hours"]) + 1

    def table(caption, head, rows):
        lines = [head, ["---"] * len(head), *rows]
        return "\n".join(
            [f"**{caption}**\n", *(f"| {' | '.join(map(str, line))} |" for line in lines)]
        )

    @env.macro
    def terrain_table():
        rows = [[*row.values(), days(20, name)] for name, row in terrain.items()]
        return table("The way", ["Terrain", "Leagues", "Target", "Days for twenty"], rows)

    @env.macro
    def lamps_table():
        rows = [
            [row["id"], row["Hours"], row["Price"], oil(10, row["id"])] for row in lamps.values()
        ]
        return table("Lamps", ["Lamp", "Hours", "Price", "Night"], rows)

    @env.macro
    def odds_table():
        rows = [
            [dice, f"{float(chance(dice)):.1%}", f"{float(chance(dice, 6)):.1%}"]
            for dice in range(1, 7)
        ]
        return table("Chance of a success", ["Dice", "On 5", "On 6"], rows)
