"""The bar at the foot of the page: the round, light or dark, clearing the boxes and taking that back."""

from __future__ import annotations

from listbuilder.exporters.html_page.markup import Html, element
from listbuilder.i18n import translate
from listbuilder.sheet import Sheet


def tools(sheet: Sheet) -> Html:
    """Write the bar; it needs script, which brings it to light."""

    def say(key: str) -> str:
        return translate(sheet.language, f"sheet.page.{key}")

    rounds = next((boxes.groups[0] for unit in sheet.units for boxes in unit.boxes if boxes.id == "rounds"), ())
    counter = (
        _button("\N{MINUS SIGN}", "less", say("last-round")),
        element("b", f"{say('round')} ", element("span", "1", class_="round"), role="status"),
        _button("+", "more", say("next-round")),
    )
    buttons = (
        element("span", counter, class_="counter", data_rounds=str(len(rounds))) if rounds else "",
        _button("\N{CIRCLE WITH RIGHT HALF BLACK}", "theme", say("theme")),
        element("button", say("undo"), type="button", class_="undo", hidden=True),
        element("button", say("clear"), type="button", class_="clear", hidden=True),
    )
    return element("div", buttons, class_="tools", hidden=True)


def _button(sign: str, kind: str, label: str) -> Html:
    return element("button", sign, type="button", class_=kind, aria_label=label, title=label)
