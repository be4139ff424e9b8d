"""A new game: players, rules, each option as a switch, and the odds by these rules."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from flask import Blueprint, render_template, request

from engine import BadRules, game_of
from engine.face import Option
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.statistics.record import Record
from table.games import playable_presets, rules_of
from table.snapshot import SnapshotSource
from web.access.sessions import ControlSessions, check_helm
from web.api.body import bad
from web.appliance import Appliance
from web.display_names import cleaned, shown
from web.errors import part_or
from web.games import KINDS
from web.games.house_rules import HouseBook, HouseRules, options_of, quick_games, setup_of, values_of, why_bad
from web.history.books import UnfinishedGames

LEFT = 4
"""Unfinished games offered to be resumed."""

AT_ONCE = 8
"""Cards that are shown at once. The others are below *All games*."""

USUAL = ["dice-game-depot", "ship-of-fools", "yahtzee-handout", "farkle", "pig", "bar-dice", "midnight", "shut-the-box"]
"""Rules whose cards come first among those played as often: games that most people know, each another one."""

LATEST = 100
"""Latest games of the table that say which are played most."""


@dataclass(frozen=True, slots=True)
class FormChoice:
    """One value of a choice: its title, whether it is selected, and its number if it takes one."""

    word: str
    title: str
    chosen: bool
    number: int | None


@dataclass(frozen=True, slots=True)
class Switch:
    """One option: its value, its default, and its possible values."""

    option: Option
    value: Any
    usual: Any
    choices: tuple[FormChoice, ...]


@dataclass(frozen=True, slots=True)
class GameCard:
    """One card of the form: a game, a quick set-up of it, or house rules, which alone have a name."""

    title: str
    rules: HouseRules
    note: str = ""
    also: Text | None = None

    @property
    def kind(self) -> str:
        return game_of(self.rules.preset).kind


def helm_games(table: SnapshotSource, appliance: Appliance, hands: ControlSessions) -> Blueprint:
    part = Blueprint("helm_games", __name__, url_prefix="/helm/games")

    @part.get("/new")
    def new() -> str:
        check_helm(hands)
        now = table.snapshot()
        state = now.state
        known = part_or("the players", appliance.guests, ())
        players = (*state.present, *now.joining)
        asked = [one.name for one in appliance.join_requests.open] if appliance.join_requests else []
        preset, options = state.rules.name, dict(state.options)
        if (wanted := request.args.get("preset")) in playable_presets():
            preset, options = str(wanted), {}
        cards = [*_cards(), *part_or("the house rules", lambda: _house_rules(appliance), [])]
        own = {one.kind: one for one in reversed(cards)}
        same = (one for one in cards if (one.rules.preset, one.rules.options) == (preset, options))
        chosen = next(same, own.get(game_of(preset).kind, cards[0]))
        played = part_or("the latest games", lambda: _played(appliance), Counter[str]())
        return render_template(
            "helm/new.html",
            players=players,
            known=[name for name in known if name not in (*players, *asked)],
            asked=asked,
            cards=sorted(
                cards, key=lambda one: (one is not chosen, -played[one.kind], not one.rules.name, _unusual(one.rules))
            ),
            at_once=AT_ONCE,
            kinds=KINDS,
            own=own,
            chosen=chosen,
            by_hand=now.camera == "off",
            has_camera=appliance.pictures is not None,
            moment=f"{now.boot}:{now.revision}",
            left=part_or("the unfinished games", lambda: _left(appliance), []),
            **_variants(preset, options),
        )

    @part.get("/variants")
    def variants() -> str:
        check_helm(hands)
        kept = HouseBook(appliance.drawer).all()
        named = next((one for one in kept if one.name == request.args.get("house")), None)
        rules = named or HouseRules("", request.args.get("preset", ""), options_asked())
        return render_template("helm/_variants.html", named=named, **_variants(rules.preset, rules.options))

    @part.get("/odds")
    def tell_odds() -> str:
        check_helm(hands)
        said = odds_told(request.args.get("preset", ""), options_asked())
        return render_template("helm/_odds.html", odds=said)

    return part


def _left(appliance: Appliance) -> list[tuple[Record, list[str]]]:
    games = UnfinishedGames(appliance.archive, appliance.drawer).latest(LEFT)
    return [(record, [shown(part.name) for part in record.parts if part.name]) for record in games]


def _played(appliance: Appliance) -> Counter[str]:
    """Return how many of the latest games were of each kind."""
    return Counter(record.kind for record in appliance.archive.last(LATEST) if not record.is_empty)


def switches(preset: str, options: Mapping[str, Any]) -> list[Switch]:
    """Return every option of these rules. :class:`~engine.BadRules` if they are not valid."""
    rules = rules_of(preset, options)
    now, usual = values_of(rules), values_of(rules_of(preset, {}))
    return [
        Switch(option, value, usual[option.key], tuple(_choices(option, value)))
        for option in options_of(rules)
        for value in (now[option.key],)
        if option.switched
    ]


def _cards() -> Iterator[GameCard]:
    """Yield a card for each game, by its first style, and for each quick set-up that is not the game as it is."""
    minutes = _("3 min")
    quick = {(one.preset, tuple(one.options)): one for one in quick_games()}
    for _kind, presets in groupby(playable_presets(), lambda preset: game_of(preset).kind):
        first, *others = presets
        note = minutes if quick.pop((first, ()), None) else ""
        yield GameCard(setup_of(first).title, HouseRules("", first, {}), note, game_of(first).also)
        for one in [one for one in quick.values() if one.preset in (first, *others)]:
            yield GameCard(one.title, HouseRules("", one.preset, one.options), minutes)


def _unusual(rules: HouseRules) -> int:
    return USUAL.index(rules.preset) if rules.preset in USUAL and not rules.options else len(USUAL)


def _house_rules(appliance: Appliance) -> list[GameCard]:
    known = playable_presets()
    return [
        GameCard(cleaned(one.name), one, _("House rules"))
        for one in HouseBook(appliance.drawer).all()
        if one.preset in known
    ]


def odds_told(preset: str, options: Mapping[str, Any]) -> str:
    """Describe the odds of a turn by changed rules, and by the unchanged preset; or what is wrong with the rules."""
    if not options:
        return ""
    try:
        rules, usual = rules_of(preset, options), rules_of(preset, {})
    except BadRules as error:
        return why_bad(error, preset)
    return setup_of(preset).odds(rules, usual)


def _variants(preset: str, options: Mapping[str, Any]) -> dict[str, object]:
    try:
        found = switches(preset, options)
    except BadRules:
        preset, options = playable_presets()[0], {}
        found = switches(preset, options)
    return {
        "switches": found,
        "variants_of": preset,
        "styles": [one for one in playable_presets() if game_of(one) == game_of(preset)],
        "odds": odds_told(preset, options),
        "ahead": game_of(preset).most_head_start(rules_of(preset, options)),
    }


def _choices(option: Option, value: Any) -> Sequence[FormChoice]:
    if option.takes != "choice":
        return ()
    kind, _, number = str(value).rstrip(")").partition("(")
    choices = []
    for word, title in option.choices.items():
        own, _, takes = word.rstrip(")").partition("(")
        numbered = takes == "n"
        chosen = value == word or (numbered and own == kind and number.isdigit())
        choices.append(FormChoice(word, title, chosen, int(number) if numbered and chosen else 2 if numbered else None))
    return choices


def options_asked() -> dict[str, Any]:
    """Return the options in the address, as JSON; :class:`~web.errors.Denied` if they are not valid."""
    try:
        options = json.loads(request.args.get("options", "{}"))
    except (ValueError, RecursionError):
        raise bad(_("The options in the address are not JSON.")) from None
    if not isinstance(options, dict) or len(options) > 40:
        raise bad(_("The options in the address must be one object of up to 40."))
    return options
