"""Das Logbuch, wie die Seite davon erzählt: frühere Spiele, die Zahlen der Spieler, die Bestenliste und die Würfel."""

from collections.abc import Sequence
from datetime import date

from engine.statistics.fairness import Verdict
from engine.statistics.record import Kind

LOG = "Das Logbuch"
LOG_PARTS = "Teile des Logbuchs"
LOG_NAVIGATION = {
    "log.games": "Spiele",
    "log.players": "Spieler",
    "log.board": "Bestenliste",
    "log.dice": "Würfel",
}
KINDS: dict[Kind, str] = {"ship": "Schiff, Kapitän, Crew", "yahtzee": "Yahtzee"}
PLAYERS = "Spieler"
BOARD = "Bestenliste"
DICE = "Sind die Würfel gerecht?"

NO_GAMES = "Hier wurde noch nichts gespielt. Das erste Spiel steht hier, sobald es beginnt."
NO_PLAYERS = "Hier hat noch niemand ein Spiel zu Ende gespielt."
NO_STANDINGS = "In dieser Zeit hat niemand ein Spiel zu Ende gespielt."
LOG_MISSING = {
    "no_such_game": "Ein Spiel mit dieser Nummer hat das Logbuch nicht, oder diese Fassung kann es nicht lesen.",
    "no_such_step": "So viele Schritte hat das Spiel nicht. Auf seiner Seite stehen alle.",
    "no_such_player": "Unter diesem Namen hat hier niemand ein Spiel zu Ende gespielt. Im Logbuch stehen alle.",
    "no_such_time": "Damals wurde nichts gespielt, soweit das Logbuch weiß.",
    "no_such_page": "So lang ist die Liste nicht.",
}
LOG_BEHIND = (
    "Frühere Spiele werden noch übernommen, einige fehlen hier vielleicht. "
    "Bleibt das so, sieht quarterdeck doctor nach der Platte."
)
NOT_READABLE = "kann diese Fassung nicht lesen"
UNDATED = "Ohne Datum"
UNDATED_WHY = "Die Uhr des Geräts war nicht gestellt, als diese gespielt wurden."
NOW_ON = "Gerade auf dem Tisch"
LATEST = "Letzte Spiele"
STILL_ON = "läuft noch"
LEFT_OPEN = "nicht zu Ende gespielt"
STANDS_AS_IT_IS = "Dieses Spiel läuft noch: Die Seite zeigt, wie es stand, als du sie geöffnet hast."
COACH_THINKS = "Der Trainer hat noch nicht zurückgeblickt: Glück und Entscheidungen folgen gleich."

GAME_OVER_WITH = "Wie es ausging"
COURSE = "Wie es lief"
COURSE_DESCRIBED = "Eine Linie für jeden Spieler: die Punkte nach jedem Feld."
BOX = "Feld"
EVENTS = "Was geschah"
REPLAY = "Schritt für Schritt"
REPLAY_PLAY = "Abspielen"
REPLAY_STOP = "Anhalten"
FIRST, BACKWARD, FORWARD, LAST = "Anfang", "Zurück", "Weiter", "Ende"
STATE_AFTER = "Wie es dann stand"
CORRECTION = "Korrektur"
READ_AS, SHOWED = "gelesen wurde", "gefallen war"
CORRECTED_LATER = "Dieser Wurf wurde später korrigiert."
TOLD_BY_HAND = "Von Hand eingegeben: Die Kamera hat ihn nicht gesehen."
LIES = "Auf dem Brett"
NOBODY = "—"

NAME, GAMES, WINS, SHARED, PLACE = "Name", "Spiele", "Siege", "Geteilt", "Platz"
TOTAL, CARGOES = "Gesamt", "Fracht"
QUALIFYING, MEAN_CARGO, BEST_TURN = "Geschafft", "Fracht im Mittel", "Bester Zug"
MEAN_SCORE, BEST_SCORE, BONUSES, YAHTZEES = "Punkte im Mittel", "Meiste Punkte", "Bonus oben", "Yahtzees"
LUCK, GIVEN_AWAY, CHANCES = "Glück", "Verschenkt", "An Chancen"
LUCK_IN_A_GAME = "Glück je Spiel"
A_DECISION, A_DECISION_TO_WIN = "Verschenkt je Entscheidung", "An Siegchance"
LUCK_MEANS = (
    "Glück ist, was die Würfel über das Mittel des besten Spiels hinaus gebracht haben, in Punkten. Verschenkt ist, um "
    "wie viel eine Entscheidung weniger wert war als die beste; was danach fiel, zählt nicht."
)
TO_WIN_MEANS = (
    "Wer gewinnen will, verschenkt ab und zu Punkte, und zu Recht: Was eine Entscheidung an Siegchance gekostet hat, "
    "steht daneben."
)
CARGO_CHART = "Wie oft jede Fracht kam"
SCORES_CHART = "Punkte, Spiel für Spiel"
LUCK_CHART = "Glück und Verschenktes, alle Spiele zusammen"
IN_FIGURES = "Dasselbe in Zahlen"
CARGO, TURNS, NO_CARGO = "Fracht", "Züge", "keine"
SCORE, GAME = "Punkte", "Spiel"

TIMES = "Welche Zeit"
TIMES_OF = {"evening": "Abend", "month": "Monat", "all": "Alle Zeit"}
BEFORE, AFTER = "Davor", "Danach"
LATER, EARLIER = "Spätere Spiele", "Frühere Spiele"
PAGES_OF_THE_LIST = "Seiten der Liste"
DICE_OF_IT = "Seine Würfel"
HOW_IT_IS_JUDGED = "Wie geurteilt wird"
EVENING_MEANS = "Ein Abend endet um sechs Uhr früh."
BOARD_MEANS = "Erst die meisten Siege, dann die meisten geteilten Spiele, dann die wenigsten Spiele."

FACE, CAME, EXPECTED, MORE_OR_LESS = "Augen", "Gefallen", "Erwartet", "Unterschied"
DICE_CHART = "Wie oft jede Zahl fiel"
DICE_BAND = "Bei mindestens neun von zehn solchen Zählungen gerechter Würfel liegt jede Zahl im Band."
EVIDENCE_CHART = "Was gegen die Würfel sprach, Spiel für Spiel"
EVIDENCE_LINE = "darüber sind sie nicht gerecht"
EVIDENCE_DESCRIBED = "Eine Linie, die sinkt, solange die Würfel wie gerechte fallen, und steigt, wenn nicht."
EVIDENCE_MEANS = (
    "Das Wievielfache aus einem Einsatz wurde, der Wurf für Wurf gegen die Würfel gesetzt war. Bei gerechten Würfeln "
    "gewinnt diese Wette auf Dauer niemand."
)
CARGO_DESCRIBED = "Ein Balken für jede Fracht, der erste für Züge ohne Schiff, Kapitän und Crew."
SCORES_DESCRIBED = "Eine Linie über alle vollen Karten, in der Reihenfolge, in der sie gespielt wurden."
LOADINGS = {"half": "zwei Würfen", "third": "drei Würfen", "quarter": "vier Würfen", "fifth": "fünf Würfen"}
"""Würfel, die eine Zahl einmal in so vielen Würfen zeigen."""

FOUND_OUT = "Was aufgefallen wäre"
FOUND_OUT_SHARE = "Würfel, die eine Zahl zeigen einmal in"
FOUND_OUT_CHANCE = "Bis jetzt aufgefallen mit"
COUNTED_DICE = (
    "Gezählt sind nur Würfel, die geworfen und von der Kamera gesehen wurden, so wie sie nach Korrekturen fielen. "
    "Gehaltene Würfel, von Hand eingegebene Würfe und Spiele anderer Tische zählen nicht. Das Logbuch kennt die Würfel "
    "nicht auseinander: Es geht um alle zusammen."
)
LOOKED_AT = (
    "Du darfst nachsehen, sooft du willst. Geurteilt wird so, dass von hundert Tischen mit gerechten Würfeln nur bei "
    "einem je das Gegenteil behauptet wird, wie lange dort auch gespielt und wie oft auch nachgesehen wird. Für "
    "einzelne Abende und Spiele liegt die Latte jedes Mal höher, damit das für alle zusammen gilt."
)

_MONTHS = (
    *("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli"),
    *("August", "September", "Oktober", "November", "Dezember"),
)
_DAYS = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag")


def log_day(day: date | None) -> str:
    """Ein Abend nach seinem Datum."""
    return f"{_DAYS[day.weekday()]}, {day.day}. {_MONTHS[day.month - 1]} {day.year}" if day else UNDATED


def log_short_day(day: date | None) -> str:
    """Ein Abend, wo wenig Platz ist."""
    return f"{day.day}.{day.month}.{day.year}" if day else UNDATED


def log_month(month: date) -> str:
    """Ein Monat."""
    return f"{_MONTHS[month.month - 1]} {month.year}"


def log_time(hour: int, minute: int) -> str:
    """Eine Uhrzeit."""
    return f"{hour}:{minute:02}"


def log_after(seconds: int) -> str:
    """Wie lange nach dem ersten Wurf etwas geschah."""
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def log_number(value: float, places: int = 0) -> str:
    """Eine Zahl."""
    said = f"{value:,.{places}f}".replace(",", "\N{NARROW NO-BREAK SPACE}").replace(".", ",")
    return said.replace("-", "−")


def log_signed(value: float, places: int = 1) -> str:
    """Eine Zahl mit Vorzeichen."""
    said = log_number(abs(value), places)
    return said if not float(f"{value:.{places}f}") else f"{'+' if value > 0 else '−'}{said}"


def log_percent(share: float, places: int = 0) -> str:
    """Ein Anteil; nie ganz 100 oder 0, wo er das nicht ist."""
    said = f"{share * 100:.{places}f}"
    if share < 1 and float(said) == 100:
        return "über 99 %"
    least = f"unter {10.0**-places:g} %".replace(".", ",")
    return least if share > 0 and not float(said) else f"{said.replace('.', ',')} %"


def log_game(number: int) -> str:
    """Ein Spiel nach seiner Nummer."""
    return f"Spiel {number}"


def log_games(games: int) -> str:
    """So viele Spiele."""
    return "1 Spiel" if games == 1 else f"{log_number(games)} Spiele"


def log_page(page: int, pages: int) -> str:
    """Welche Seite einer Liste das ist."""
    return f"Seite {page} von {pages}"


def log_step(step: int, steps: int) -> str:
    """Welcher Schritt eines Spiels das ist."""
    return f"Schritt {step} von {steps}"


def log_ended(name: str | None, shared: Sequence[str], total: int) -> str:
    """Wie ein Spiel ausging."""
    if name:
        return f"{name} hat mit {total} gewonnen."
    if shared:
        return f"{_listed(shared)} haben geteilt."
    return ""


def log_waits(games: int) -> str:
    """Spiele, auf die der Trainer noch zurückblicken muss."""
    return f"Der Trainer blickt noch zurück: {log_games(games)}."


def log_began(names: Sequence[str], kind: Kind) -> str:
    """Ein Spiel begann."""
    return f"{KINDS[kind]}: {_listed(names)} {'setzen' if len(names) > 1 else 'setzt'} sich."


def log_rolled(name: str, dice: Sequence[int]) -> str:
    """Jemand hat geworfen."""
    return f"{name} wirft {_faces(dice)}"


def log_throws(name: str) -> str:
    """Jemand hat geworfen, und die Würfel sind gezeichnet."""
    return f"{name} wirft"


def log_puts_right(name: str | None, roll: int) -> str:
    """Ein Wurf wurde korrigiert, und beides ist gezeichnet."""
    return f"Wurf {roll} von {name} wird berichtigt" if name else f"Wurf {roll} wird berichtigt"


def log_held(name: str, dice: Sequence[int] | None) -> str:
    """Würfel wurden beiseitegelegt; None, wo sie gezeichnet sind."""
    return f"{name} legt{_spaced(dice)} beiseite"


def log_kept(name: str, dice: Sequence[int] | None) -> str:
    """Würfel bleiben beim nächsten Wurf liegen; None, wo sie gezeichnet sind."""
    return f"{name} behält{_spaced(dice)}"


def log_released(name: str, dice: Sequence[int] | None) -> str:
    """Würfel wurden wieder aufgenommen; None, wo sie gezeichnet sind."""
    return f"{name} nimmt{_spaced(dice)} wieder auf"


def log_stopped(name: str) -> str:
    """Ein Zug wurde beendet."""
    return f"{name} bleibt stehen"


def log_passed(name: str) -> str:
    """Ein Wurf wurde ausgelassen."""
    return f"{name} lässt einen Wurf aus"


def log_scored(name: str, box: str) -> str:
    """Ein Feld wurde gefüllt."""
    return f"{name} füllt {box}"


def log_anted(name: str, chips: int) -> str:
    """Der Einsatz wurde bestimmt."""
    return f"{name} bestimmt den Einsatz: {chips}"


def log_bet(name: str, chips: int, *, qualifies: bool) -> str:
    """Eine Wette wurde angeboten."""
    return f"{name} wettet {chips} {'auf' if qualifies else 'gegen'} Schiff, Kapitän und Crew"


def log_joined(name: str) -> str:
    """Jemand setzte sich."""
    return f"{name} kommt dazu"


def log_left(name: str) -> str:
    """Jemand stand auf."""
    return f"{name} geht"


def log_renamed(name: str, new: str) -> str:
    """Jemand heißt anders."""
    return f"{name} heißt von jetzt an {new}"


def log_corrected(name: str | None, roll: int, dice: Sequence[int], was: Sequence[int]) -> str:
    """Ein Wurf wurde korrigiert."""
    whose = f"Wurf {roll} von {name}" if name else f"Wurf {roll}"
    return f"{whose} war {_faces(dice)}, nicht {_faces(was)}"


def log_undone() -> str:
    """Die letzte Entscheidung wurde zurückgenommen."""
    return "Das zuletzt Bestätigte wird zurückgenommen"


def log_set_aside(events: int) -> str:
    """Was durch eine Korrektur oder Rücknahme unmöglich wurde."""
    if events == 1:
        return "Eines, das folgte, gilt dadurch nicht mehr."
    return f"{events} Dinge, die folgten, gelten dadurch nicht mehr." if events else "Was folgte, bleibt."


def log_corrected_at(step: int) -> str:
    """Wo die Korrektur eines Wurfs steht."""
    return f"korrigiert in Schritt {step}"


def log_lies(face: int, stays: bool) -> str:
    """Ein Würfel, der dort lag, für alle, die ihn nicht sehen."""
    return f"{face}, behalten" if stays else str(face)


def log_wins(wins: int) -> str:
    """So viele gewonnene Spiele."""
    return "1 Sieg" if wins == 1 else f"{log_number(wins)} Siege"


def log_shared(games: int) -> str:
    """So viele geteilte Spiele neben den gewonnenen."""
    return f"+ {log_number(games)} geteilt"


def log_of_turns(turns: int) -> str:
    """Von wie vielen Zügen etwas der Anteil ist."""
    return "von 1 Zug" if turns == 1 else f"von {log_number(turns)} Zügen"


def log_times(power: int) -> str:
    """Zehn hoch so viel, als Faktor."""
    sign, power = ("×", power) if power >= 0 else ("÷", -power)
    return f"{sign} {10**power}" if power < 4 else f"{sign} 10{''.join('⁰¹²³⁴⁵⁶⁷⁸⁹'[int(one)] for one in str(power))}"


def luck_described(games: int) -> str:
    """Das Bild des Glücks, für alle, die es nicht sehen."""
    return f"Zwei Linien über {log_games(games)}: eine für das Glück, aufaddiert, und eine für Verschenktes."


def dice_described(counts: Sequence[int]) -> str:
    """Das Bild der Würfel, für alle, die es nicht sehen."""
    return "; ".join(f"{face}: {log_number(count)}" for face, count in enumerate(counts, 1)) + "."


def dice_verdict(verdict: Verdict) -> tuple[str, str]:
    """Ob die Würfel gerecht sind: das Urteil in wenigen Worten, und wie sicher es ist."""
    thrown = f"{log_number(verdict.thrown)} Würfel geworfen"
    face = verdict.strangest
    came, even = verdict.counts[face - 1], verdict.thrown / 6
    strange = f"Die {face} fiel {log_number(came)}-mal, gleichmäßig wären {log_number(even)}."
    match verdict.word:
        case "too_few":
            return (
                "Zu wenige Würfe für ein Urteil.",
                f"{thrown}. Selbst Würfel, die bei jedem zweiten Wurf dieselbe Zahl zeigen, wären vielleicht noch "
                "nicht aufgefallen."
                if verdict.thrown
                else "Noch wurden keine Würfel gezählt.",
            )
        case "nothing":
            assert verdict.mildest is not None
            sure = log_percent(verdict.found_out[verdict.mildest])
            return (
                "Nichts spricht gegen diese Würfel.",
                f"{thrown}. Würfel, die eine Zahl einmal in {LOADINGS[verdict.mildest]} zeigen, wären mit {sure} "
                "aufgefallen.",
            )
        case "doubtful":
            return (
                "Diese Würfel sind nicht über jeden Verdacht erhaben.",
                f"{thrown}. {strange} So weit kommt von zehn Tischen mit gerechten Würfeln irgendwann einer: Sieh "
                "später wieder nach.",
            )
    return (
        "Diese Würfel sind nicht gerecht.",
        f"{thrown}. {strange} So weit kommt von hundert Tischen mit gerechten Würfeln höchstens einer.",
    )


def dice_as_uneven(chance: float) -> str:
    """Wie oft gerechte Würfel so ungleich fallen, für einen einzigen Blick."""
    return (
        f"Wer nur dieses eine Mal hinsieht: In {log_percent(chance, 1)} der Fälle fallen gerechte Würfel so ungleich."
    )


def _spaced(dice: Sequence[int] | None) -> str:
    return "" if dice is None else f" {_faces(dice)}"


def _faces(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice)) if dice else "nichts"


def _listed(items: Sequence[str]) -> str:
    *first, last = items
    return f"{', '.join(first)} und {last}" if first else last
