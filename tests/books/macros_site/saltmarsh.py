"""The macros of a site, as they are written for mkdocs-macros."""

import math


def define_env(env):
    ships = env.variables["ships"]
    env.variables["caution"] = "Mind the tide"
    env.variables.motto = "*Salt and silver*"

    @env.macro
    def dice(count, faces=6):
        return f"{count}d{faces}"

    @env.macro
    def mean(count, faces):
        return count * (faces + 1) / 2

    @env.macro
    def bonus(score):
        return f"{(score - 10) // 2:+d}"

    @env.macro
    def hold(ship):
        return ships[ship]["hold"]

    @env.macro
    def broadside(ship):
        return ships[ship]["guns"] * 2

    @env.macro
    def ship(name):
        return f"**{ships[name]['name']}**"

    @env.macro
    def button(text, url):
        return f'<a class="md-button" href="{url}">{text}</a>'

    @env.macro
    def keys():
        return sorted(ships)

    @env.macro
    def stats(name):
        rows = "".join(f"| {key} | {value} |\n" for key, value in ships[name].items())
        return f"| what | how much |\n| --- | --- |\n{rows}"

    @env.macro
    def badge(kind="new"):
        return f'<span class="badge badge-{kind}">{kind}</span>'

    @env.macro
    def table_of(count):
        return [{"roll": roll, "half": roll / 2} for roll in range(1, count + 1)]

    @env.macro
    def price(shillings):
        return {"pounds": shillings // 20, "shillings": shillings % 20}

    @env.macro
    def edition():
        return env.variables["edition"] + " edition"

    @env.macro
    def site():
        return env.conf["site_name"]

    @env.macro
    def spoiler(text):
        return f"<details><summary>Spoiler</summary>{text}</details>"

    @env.macro
    def level(experience):
        return int(math.sqrt(experience / 100)) + 1

    @env.macro
    def is_large(ship):
        return ships[ship]["hold"] > 20

    @env.macro
    def plural(count, word):
        return f"{count} {word}{'' if count == 1 else 's'}"

    @env.macro
    def sea_state(force):
        return ["calm", "choppy", "rough"][min(force // 4, 2)]

    def nautical(miles):
        return miles * 1.852

    env.macro(nautical, "kilometers")

    @env.filter
    def shout(text):
        return str(text).upper() + "!"

    @env.filter
    def bold(text):
        return f"**{text}**"

    env.filter(lambda text: text[::-1], "backwards")
