"""Die Sätze des Tisches: zu jedem englischen, den :mod:`engine.sentence` kennt, derselbe auf Deutsch.

Die Funktionen heißen wie dort und bekommen dasselbe; Satzteile darin sind schon übersetzt.
"""

from collections.abc import Sequence

_NUMBERS = ("kein", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht")
_COLOURS = {
    "red": "rote",
    "orange": "orange",
    "yellow": "gelbe",
    "green": "grüne",
    "blue": "blaue",
    "purple": "lila",
    "pink": "rosa",
    "brown": "braune",
    "black": "schwarze",
    "white": "weiße",
    "grey": "graue",
}
_PLACES = {
    "at the top left": "oben links",
    "at the top": "oben",
    "at the top right": "oben rechts",
    "at the left": "links",
    "in the middle": "in der Mitte",
    "at the right": "rechts",
    "at the bottom left": "unten links",
    "at the bottom": "unten",
    "at the bottom right": "unten rechts",
    "on the rail, at the top": "oben in der Ablage",
    "on the rail, in the middle": "mitten in der Ablage",
    "on the rail, at the bottom": "unten in der Ablage",
}
_PARTS = {
    "ship": "Schiff",
    "captain": "Kapitän",
    "crew": "Crew",
    "mate": "Maat",
    "cargo": "Fracht",
    "treasure": "Schatz",
}
_ARTICLES = {"Schiff": "das", "Kapitän": "der", "Crew": "die", "Maat": "der", "Fracht": "die", "Schatz": "der"}
_SIGNALS = {"white": "Weiß", "blue": "Blau", "green": "Grün", "amber": "Gelb", "violet": "Violett"}
_DEEDS = {
    "restore": "eine Sicherung zurückspielen",
    "backup": "eine Sicherung herunterladen",
    "calibration": "das Brett anders einmessen",
    "panel": "Lampe oder Töne ändern",
}
_ASKEW = {"stacked": "übereinander", "cocked": "schief"}


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _dice(count: int) -> str:
    return f"{_number(count)} Würfel"


def _part(name: str) -> str:
    """A part as it is called here; a table's own name for it stays as it is."""
    return _PARTS.get(name, name)


def _the_part(name: str) -> str:
    part = _part(name)
    return f"{_ARTICLES[part]} {part}" if part in _ARTICLES else part


def _first(text: str) -> str:
    return text[:1].upper() + text[1:]


def _listed(words: Sequence[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} und {last}" if first else last


def _faces(values: Sequence[int]) -> str:
    return _listed([f"die {value}" for value in values])


def _row(values: Sequence[int]) -> str:
    return " ".join(map(str, values))


def _one_or(many: str, one: str, which: Sequence[object]) -> str:
    return one if len(which) == 1 else many


def set_aside(hold: str, values: Sequence[int]) -> str:
    """Gehaltene Würfel, je nachdem, wie hier gehalten wird."""
    match hold:
        case "rail":
            return f"{_faces(values)} halten"
        case "in_place":
            return f"{_faces(values)} liegen lassen"
    return f"{_faces(values)} vom Brett nehmen"


def throw(count: int, *, tray_is_clear: bool, every: bool = False) -> str:
    """So viele Würfel werfen."""
    return f"{'alle ' if every else ''}{_dice(count)} {'werfen' if tray_is_clear else 'nehmen und werfen'}"


def rolling(player: str) -> str:
    """Es rollt."""
    return f"{player}: Die Würfel rollen"


def unreadable(player: str, which: Sequence[str]) -> str:
    """Würfel, die nicht zu lesen sind."""
    be, them = _one_or("sind", "ist", which), _one_or("sie", "ihn", which)
    return f"{player}: {_listed(which)} {be} nicht lesbar. Leg {them} gerade oder wirf neu"


def cocked(player: str, which: Sequence[str], how: str) -> str:
    """Würfel, die schief oder übereinander liegen."""
    lie, them = _one_or("liegen", "liegt", which), _one_or("sie", "ihn", which)
    return f"{player}: {_listed(which)} {lie} {_ASKEW[how]}. Wirf {them} neu"


def outside(player: str, expected: int, out: int) -> str:
    """Würfel, die vom Brett gefallen sind."""
    lie = "liegt" if out == 1 else "liegen"
    return f"{player}: {_first(_dice(out))} {lie} neben dem Brett. Wirf alle {_number(expected)} neu"


def wrong_number(player: str, expected: int, thrown: int) -> str:
    """Zu viele oder zu wenige Würfel."""
    only = "einen" if expected == 1 else _number(expected)
    return (
        f"{player}: {only} Würfel werfen, nicht {'einen' if thrown == 1 else _number(thrown) if thrown else 'keinen'}"
    )


def nothing_may_be_held(player: str, hold: str, count: int) -> str:
    """Ein Zug beginnt mit allen Würfeln in der Hand."""
    if hold == "rail":
        return f"{player}: Mach die Ablage leer. Alle {_dice(count)} werfen"
    return f"{player}: alle {_dice(count)} nehmen und werfen"


def not_set_aside(player: str, hold: str, missing: Sequence[int]) -> str:
    """Gehaltene Würfel liegen nicht, wo sie sollen."""
    return f"{player}: {_faces(missing)} {'in die Ablage legen' if hold == 'rail' else 'zurücklegen'}"


def take_back(player: str, hold: str, extra: Sequence[int]) -> str:
    """Gehalten ist, was nicht gehalten werden darf."""
    if hold == "rail":
        return f"{player}: {_faces(extra)} aus der Ablage nehmen"
    return f"{player}: auch {_faces(extra)} werfen"


def turned(player: str, which: str, was: int, now: int) -> str:
    """Ein Würfel wurde gedreht."""
    return f"{player}: {which} wurde von {was} auf {now} gedreht. Dreh ihn zurück auf {was}"


def turned_or_thrown(player: str, which: str, was: int, now: int) -> str:
    """Ein gelesener Würfel wurde gedreht, bevor er zählte."""
    return f"{player}: {which} wurde von {was} auf {now} gedreht. Dreh ihn zurück oder wirf alle neu"


def another_face(player: str, was: Sequence[int], now: Sequence[int]) -> str:
    """Gehaltene Würfel zeigen anderes als zuvor."""
    held = _one_or("Gehaltene Würfel wurden gedreht", "Ein gehaltener Würfel wurde gedreht", was)
    return f"{player}: {held}. {_first(_faces(now))} zurück auf {_faces(was)} drehen"


def which_were_kept(player: str, count: int) -> str:
    """Niemand hat gesehen, welche Würfel vom Brett kamen."""
    return f"{player}: Welche {_dice(count)} behältst du? Tippe sie am Handy an"


def does(player: str, what: str) -> str:
    """Wer was tut."""
    return f"{player}: {what}"


def throw_again_or_stand(player: str) -> str:
    """So zählt der Wurf nicht."""
    return f"{player}: neu werfen oder STAND drücken"


def press_to_count(player: str, thrown: Sequence[int]) -> str:
    """Ein Wurf liegt da."""
    return f"{player}: {_row(thrown)}. ROLL drücken, dann zählt es"


def wins(winner: str, points: int | None, *, rolloff: bool = False) -> str:
    """Wer gewonnen hat."""
    how = " das Stechen" if rolloff else ""
    return f"{winner} gewinnt{how}" if points is None else f"{winner} gewinnt{how} mit {points}"


def share(names: Sequence[str], points: int | None) -> str:
    """Wer sich den Sieg teilt."""
    return f"{_listed(names)} teilen sich den Sieg" + ("" if points is None else f" mit {points}")


def in_doubt(why: str) -> str:
    """Warum ein Würfel keine Zahl hat."""
    return f"{why[0].upper()}{why[1:]}."


def to_pick(words: str) -> str:
    """Was am Drehknopf steht."""
    return f"Drücken wählt {words}."


def not_to_be_picked(name: str) -> str:
    """Was es gerade nicht gibt."""
    return f"„{name.replace('_', ' ')}“ geht gerade nicht."


def nothing_to_pick() -> str:
    """Nichts zu wählen."""
    return "Nichts zu wählen."


def nothing_thrown() -> str:
    """Kein neuer Wurf."""
    return "Noch kein neuer Wurf."


def not_at_rest() -> str:
    """Es bewegt sich noch."""
    return "Warte, bis die Würfel liegen, und drück dann noch einmal."


def next_game() -> str:
    """Nach dem Spiel."""
    return "ROLL drücken für eine Revanche."


def no_camera() -> str:
    """Keine Kamera eingerichtet."""
    return "Dieser Tisch hat keine Kamera: [camera] kind in seiner Konfiguration setzen."


def paused() -> str:
    """Pause."""
    return "Pause. ROLL drücken zum Weiterspielen"


def in_the_way() -> str:
    """Eine Hand bleibt im Bild."""
    return "Etwas verdeckt das Brett. Nimm es weg."


def asking(deed: str) -> str:
    return f"Drück ROLL am Brett, um das zu erlauben: {_DEEDS[deed]}."


def pairing_open() -> str:
    """Koppeln ist offen."""
    return "Zum Steuern öffne am Handy Menü › Das Ruder und tippe auf „Ans Ruder gehen“."


def pairing_shows(colour: str, blinks: int) -> str:
    """Die Lampe zeigt das Zeichen eines Telefons, das ans Ruder will."""
    return f"ROLL drücken gibt dem Handy mit {_SIGNALS[colour]}, {blinks}-mal blinken, das Ruder. STAND lehnt ab."


def the_die(colour: str, place: str = "") -> str:
    """Ein Würfel nach Farbe und Ort."""
    return f"der {_COLOURS[colour]} Würfel{' ' + _PLACES[place] if place else ''}"


def sets_the_ante(player: str) -> str:
    """Wer anfängt, bestimmt den Einsatz."""
    return f"{player}: am Handy den Einsatz wählen"


def throws_for(player: str, rolloff: bool, throw: str) -> str:
    """Stechen, oder wer anfängt."""
    return f"{player}: {'Stechen,' if rolloff else 'Wer fängt an?'} {throw}"


def cargo_again(player: str, score: int, aside: str) -> str:
    """Schiff, Kapitän und Crew sind da."""
    return f"{player} hat {score}: {aside + ', ' if aside else ''}die Fracht neu werfen oder STAND drücken"


def best_cargo(player: str, score: int, *, midnight: bool) -> str:
    """Mehr Fracht gibt es nicht."""
    return f"{'Mitternacht! ' if midnight else ''}{player} hat {score}, mehr geht nicht. STAND drücken"


def aside_and_throw(player: str, aside: str, count: int) -> str:
    """Die einen zur Seite, die anderen werfen."""
    return f"{player}: {aside}, {_number(count) if count > 1 else 'einen'} werfen"


def counts_for_the_start(player: str) -> str:
    """Ein Wurf darum, wer anfängt."""
    return f"{player}: ROLL drücken, dann zeigt sich, wer anfängt"


def makes(player: str, thrown: Sequence[int], score: int, *, over: bool) -> str:
    """Ein Wurf, mit dem der Zug Punkte hat."""
    buttons = "ROLL drücken, dann zählt es" if over else "ROLL zählt es, STAND behält es"
    return f"{player}: {_row(thrown)} – Fracht {score}. {buttons}"


def pick_a_box(player: str, dice: Sequence[int]) -> str:
    """Kein Wurf mehr."""
    return f"{player}: ein Feld wählen für {_row(sorted(dice, reverse=True))}"


def pick_on_the_page(player: str) -> str:
    """STAND wählt kein Feld."""
    return f"{player}: ein Feld wählen."


def box_or_throw(player: str, dice: Sequence[int], hold: str, kept: Sequence[int], count: int) -> str:
    """Ein Feld wählen oder weiterwerfen."""
    again = "halten, was bleibt, den Rest werfen" if hold == "rail" else "werfen, was nicht bleibt"
    if kept:
        again = f"{_row(sorted(kept, reverse=True))} behalten, {_number(count) if count > 1 else 'einen'} werfen"
    return f"{player}: {_row(sorted(dice, reverse=True))}. Ein Feld wählen oder {again}"


def throw_first() -> str:
    """Noch nichts geworfen."""
    return "Erst werfen."


def turn_over() -> str:
    """Der Zug ist vorbei."""
    return "Der Zug ist zu Ende."


def part_is_there(part: str, face: int) -> str:
    """Ein zweites Schiff ist keines."""
    return f"{_first(_the_part(part))} ist schon da: Wirf die andere {face} neu."


def not_of_the_sequence(face: int, begun: str, first: int) -> str:
    """Die andere Folge ist begonnen."""
    return f"Die {face} gehört nicht zu {begun}, das du mit der {first} begonnen hast."


def needs_the_one_before(face: int, name: str, before: str, before_face: int) -> str:
    """Der Reihe nach."""
    return f"Die {face} ist {_the_part(name)}: Erst muss {_the_part(before)} da sein, die {before_face}."


def none_lies_there(face: int) -> str:
    """Nicht geworfen."""
    return f"Auf dem Brett liegt keine {face}."


def no_part(face: int) -> str:
    """Gehört zu nichts."""
    return f"Die {face} ist weder Schiff, Kapitän noch Crew: Wirf sie neu."


def not_the_missing_part(face: int, missing: str) -> str:
    """Nicht, was als Nächstes kommt."""
    return f"Die {face} ist nicht {missing}: Wirf sie neu."


def part_and_face(part: str, face: int) -> str:
    """Ein Teil und seine Zahl."""
    return f"{_the_part(part)} ({face})"


def cannot_yet(player: str, what: str, missing: str | None) -> str:
    """Dafür braucht es Schiff, Kapitän und Crew."""
    del what
    why = f"noch fehlt {missing}" if missing else "Schiff, Kapitän und Crew sind nicht alle da"
    return f"{player} kann das noch nicht: {why}."


def is_held(face: int) -> str:
    """Schon gehalten."""
    return f"Die {face} ist schon gehalten."


def does_not_lie_there(face: int) -> str:
    """Nicht geworfen."""
    return f"Auf dem Brett liegt keine {face}."


def cargo_together(face: int, cargo: str) -> str:
    """Beide oder keiner."""
    return f"Die {face} ist {_part(cargo)}: Wirf alle diese Würfel neu oder keinen."


def is_kept(face: int) -> str:
    """Schon behalten."""
    return f"Die {face} ist schon behalten."
