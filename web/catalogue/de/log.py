"""Das Logbuch, wie die Seite davon erzählt: frühere Spiele, die Zahlen der Spieler, die Bestenliste und die Würfel."""

from collections.abc import Sequence
from datetime import date

from engine.statistics.fairness import Verdict
from engine.statistics.record import Kind

LOG = "Frühere Spiele"
LOG_PARTS = "Seiten dazu"
LOG_NAVIGATION = {
    "log.games": "Spiele",
    "log.players": "Spieler",
    "log.board": "Bestenliste",
    "log.dice": "Würfel",
}
KINDS: dict[Kind, str] = {"ship": "Schiff, Kapitän, Crew", "yahtzee": "Yahtzee"}
PLAYERS = "Spieler"
BOARD = "Bestenliste"
DICE = "Sind die Würfel fair?"

NO_GAMES = "Noch keine Spiele."
NO_PLAYERS = "Noch keine beendeten Spiele."
NO_STANDINGS = "Keine beendeten Spiele in dieser Zeit."
LOG_MISSING = {
    "no_such_game": "Spiel nicht gefunden.",
    "no_such_step": "So viele Schritte hat das Spiel nicht.",
    "no_such_player": "Unter diesem Namen hat hier niemand ein Spiel beendet.",
    "no_such_time": "Keine Spiele in dieser Zeit.",
    "no_such_page": "Diese Seite gibt es nicht.",
}
LOG_BEHIND = (
    "Einige frühere Spiele sind noch nicht geladen. Neuer Versuch jede Minute. "
    "Bleibt das so, prüf die Platte mit quarterdeck doctor."
)
NOT_READABLE = "braucht eine neuere Version"
UNDATED = "Ohne Datum"
UNDATED_WHY = "Bei diesen Spielen war die Uhr des Tisches nicht gestellt."
NOW_ON = "Läuft gerade"
LATEST = "Letzte Spiele"
STILL_ON = "läuft"
LEFT_OPEN = "nicht beendet"
STANDS_AS_IT_IS = "Das Spiel läuft noch. Stand: als du die Seite geöffnet hast."
COACH_THINKS = "Auswertung läuft: Glück und Fehler folgen gleich."

GAME_OVER_WITH = "Ergebnis"
COURSE = "Verlauf"
COURSE_DESCRIBED = "Eine Linie für jeden Spieler: die Punkte nach jedem Feld."
BOX = "Feld"
EVENTS = "Spielverlauf"
REPLAY = "Wiederholung"
REPLAY_PLAY = "Abspielen"
REPLAY_STOP = "Anhalten"
FIRST, BACKWARD, FORWARD, LAST = "Anfang", "Zurück", "Weiter", "Ende"
STATE_AFTER = "Stand nach diesem Schritt"
CORRECTION = "Korrektur"
READ_AS, SHOWED = "erkannt als", "war"
CORRECTED_LATER = "Dieser Wurf wurde später korrigiert."
TOLD_BY_HAND = "Von Hand eingegeben."
LIES = "Auf dem Brett"
NOBODY = "—"

NAME, GAMES, WINS, SHARED, PLACE = "Name", "Spiele", "Siege", "Geteilt", "Platz"
TOTAL, CARGOES = "Gesamt", "Fracht"
QUALIFYING, MEAN_CARGO, BEST_TURN = "Geschafft", "Fracht im Schnitt", "Bester Zug"
MEAN_SCORE, BEST_SCORE, BONUSES, YAHTZEES = "Punkte im Schnitt", "Meiste Punkte", "Bonus oben", "Yahtzees"
LUCK, GIVEN_AWAY, CHANCES = "Glück", "Durch Fehler verloren", "Verlorene Siegchance"
LUCK_IN_A_GAME = "Glück je Spiel"
A_DECISION, A_DECISION_TO_WIN = "Verloren je Entscheidung", "Siegchance je Entscheidung"
LUCK_MEANS = (
    "Glück: Punkte, die die Würfel über den Schnitt bei bestem Spiel hinaus gebracht haben. Durch Fehler verloren: "
    "Punkte, die deine Entscheidungen gegenüber der besten gekostet haben, egal was danach fiel."
)
TO_WIN_MEANS = "Wer auf Sieg spielt, verliert manchmal Punkte. Darum steht die verlorene Siegchance daneben."
CARGO_CHART = "Wie oft jede Fracht kam"
SCORES_CHART = "Punkte, Spiel für Spiel"
LUCK_CHART = "Glück und Fehler, alle Spiele zusammen"
IN_FIGURES = "In Zahlen"
CARGO, TURNS, NO_CARGO = "Fracht", "Züge", "keine"
SCORE, GAME = "Punkte", "Spiel"

TIMES = "Zeitraum"
TIMES_OF = {"evening": "Abend", "month": "Monat", "all": "Gesamt"}
BEFORE, AFTER = "Davor", "Danach"
LATER, EARLIER = "Spätere Spiele", "Frühere Spiele"
PAGES_OF_THE_LIST = "Seiten der Liste"
DICE_OF_IT = "Würfel in diesem Spiel"
HOW_IT_IS_JUDGED = "So urteilen wir"
EVENING_MEANS = "Ein Abend geht bis 6 Uhr früh."
BOARD_MEANS = "Nach Siegen, dann geteilten Siegen, dann wenigsten Spielen."

FACE, CAME, EXPECTED, MORE_OR_LESS = "Augen", "Gefallen", "Erwartet", "Unterschied"
DICE_CHART = "Wie oft jede Zahl fiel"
DICE_BAND = "Faire Würfel bleiben in mindestens 90 % der Fälle in diesem Band."
EVIDENCE_CHART = "Was gegen die Würfel sprach, Spiel für Spiel"
EVIDENCE_LINE = "darüber sind sie gezinkt"
EVIDENCE_DESCRIBED = "Eine Linie, die sinkt, solange die Würfel wie faire fallen, und sonst steigt."
EVIDENCE_MEANS = (
    "Was gegen die Würfel spricht: So viel wurde aus einem Einsatz von 1, der Wurf für Wurf gegen sie gesetzt war. Bei "
    "fairen Würfeln verliert diese Wette auf Dauer."
)
CARGO_DESCRIBED = "Ein Balken für jede Fracht, der erste für Züge ohne volle Crew."
SCORES_DESCRIBED = "Eine Linie über alle vollen Karten, der Reihe nach."
LOADINGS = {"half": "2 Würfe", "third": "3 Würfe", "quarter": "4 Würfe", "fifth": "5 Würfe"}
"""Würfel, die eine Zahl einmal in so vielen Würfen zeigen."""

FOUND_OUT = "Was uns aufgefallen wäre"
FOUND_OUT_SHARE = "Würfel, die eine Zahl zeigen alle"
FOUND_OUT_CHANCE = "Chance, dass es bis jetzt auffällt"
COUNTED_DICE = (
    "Es zählen nur Würfe, die die Kamera gesehen hat, mit euren Korrekturen. Gehaltene Würfel, von Hand eingegebene "
    "Würfe und importierte Spiele zählen nicht. Geurteilt wird über alle Würfel zusammen."
)
LOOKED_AT = (
    "Sieh nach, sooft du willst. Von hundert Tischen mit fairen Würfeln heißt es höchstens bei einem je, sie seien "
    "gezinkt, wie lange dort auch gespielt und wie oft nachgesehen wird. Für einzelne Abende und Spiele liegt die "
    "Latte höher, damit das für alle zusammen gilt."
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
        return f"{_listed(shared)} teilen sich den Sieg."
    return ""


def log_waits(games: int) -> str:
    """Spiele, auf die der Trainer noch zurückblicken muss."""
    return f"Auswertung läuft: {log_games(games)} …"


def log_began(names: Sequence[str], kind: Kind) -> str:
    """Ein Spiel begann."""
    return f"{KINDS[kind]}: {_listed(names)} {'beginnen' if len(names) > 1 else 'beginnt'}."


def log_rolled(name: str, dice: Sequence[int]) -> str:
    """Jemand hat geworfen."""
    return f"{name} wirft {_faces(dice)}"


def log_throws(name: str) -> str:
    """Jemand hat geworfen, und die Würfel sind gezeichnet."""
    return f"{name} wirft"


def log_puts_right(name: str | None, roll: int) -> str:
    """Ein Wurf wurde korrigiert, und beides ist gezeichnet."""
    return f"Wurf {roll} von {name} wurde korrigiert" if name else f"Wurf {roll} wurde korrigiert"


def log_held(name: str, dice: Sequence[int] | None) -> str:
    """Würfel wurden beiseitegelegt; None, wo sie gezeichnet sind."""
    return f"{name} hält{_spaced(dice)}"


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
    return f"{name} wettet {chips} {'auf' if qualifies else 'gegen'} die volle Crew"


def log_joined(name: str) -> str:
    """Jemand setzte sich."""
    return f"{name} kommt dazu"


def log_left(name: str) -> str:
    """Jemand stand auf."""
    return f"{name} geht"


def log_renamed(name: str, new: str) -> str:
    """Jemand heißt anders."""
    return f"{name} heißt jetzt {new}"


def log_corrected(name: str | None, roll: int, dice: Sequence[int], was: Sequence[int]) -> str:
    """Ein Wurf wurde korrigiert."""
    whose = f"Wurf {roll} von {name}" if name else f"Wurf {roll}"
    return f"{whose} war {_faces(dice)}, nicht {_faces(was)}"


def log_undone() -> str:
    """Die letzte Entscheidung wurde zurückgenommen."""
    return "Rückgängig: letzte Aktion"


def log_set_aside(events: int) -> str:
    """Was durch eine Korrektur oder Rücknahme unmöglich wurde."""
    if events == 1:
        return "1 späteres Ereignis entfällt."
    return f"{events} spätere Ereignisse entfallen." if events else "Spätere Ereignisse bleiben."


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
    return (
        f"Zwei Linien über {log_games(games)}: eine für das Glück und eine für durch Fehler Verlorenes, je aufaddiert."
    )


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
                "Zu früh für ein Urteil.",
                f"{thrown}. Selbst stark gezinkte Würfel fallen vielleicht noch nicht auf."
                if verdict.thrown
                else "Noch keine Würfel gezählt.",
            )
        case "nothing":
            assert verdict.mildest is not None
            sure = log_percent(verdict.found_out[verdict.mildest])
            return (
                "Diese Würfel wirken fair.",
                f"{thrown}. Würfel, die eine Zahl alle {LOADINGS[verdict.mildest]} zeigen, wären bis jetzt mit {sure} "
                "Chance aufgefallen.",
            )
        case "doubtful":
            return (
                "Diese Würfel wirken verdächtig.",
                f"{thrown}. {strange} So weit kommt von zehn Tischen mit fairen Würfeln irgendwann einer. "
                "Sieh später wieder nach.",
            )
    return (
        "Diese Würfel sind nicht fair.",
        f"{thrown}. {strange} So weit kommt von hundert Tischen mit fairen Würfeln höchstens einer.",
    )


def dice_as_uneven(chance: float) -> str:
    """Wie oft gerechte Würfel so ungleich fallen, für einen einzigen Blick."""
    return f"Faire Würfel fallen bei einer einzelnen Zählung in {log_percent(chance, 1)} der Fälle so ungleich."


def _spaced(dice: Sequence[int] | None) -> str:
    return "" if dice is None else f" {_faces(dice)}"


def _faces(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice)) if dice else "nichts"


def _listed(items: Sequence[str]) -> str:
    *first, last = items
    return f"{', '.join(first)} und {last}" if first else last
