"""Was jede Seite von sich aus sagt, und der Tisch, was immer gespielt wird."""

from collections.abc import Sequence

from table.snapshot import Mode

TITLE = "Quarterdeck"
DESCRIPTION = "Die Würfel, wie sie liegen, wer dran ist und wie es steht: live vom Tisch."
CHANGE_THEME = "Nacht oder Tag"
MENU = "Menü"
PAGES = "Seiten"

NAVIGATION = {
    "pages.page": "Tisch",
    "helm.index": "Das Ruder",
    "screens.how": "So geht’s",
    "screens.camera": "Was die Kamera sieht",
    "screens.look": "Darstellung",
    "screens.tv": "Für den Fernseher",
    "log.games": "Logbuch",
    "log.players": "Spieler",
    "log.board": "Bestenliste",
    "log.dice": "Sind die Würfel gerecht?",
}

JOIN = "Am Telefon zuschauen"
JOIN_CODE = "Ein Code mit der Adresse dieser Seite"
WIFI = "WLAN"
WIFI_CODE = "Ein Code, der ein Telefon ins WLAN bringt"
FULL_SCREEN = "Vollbild"
ASLEEP = "Dieser Browser kann den Bildschirm nicht wach halten: Schalte seinen Bildschirmschoner aus."

CAMERA = "Was die Kamera sieht"
CAMERA_SAYS = "Das neueste Bild, das Gelesene ist eingezeichnet. Ein zweifelhafter Würfel hat keine Zahl."
PICTURE = "Das Brett, wie die Kamera es sieht, das Gelesene eingezeichnet"
NO_PICTURE = "Gerade gibt es kein Bild. Es kommt von selbst wieder."

LOOK = "Darstellung"
LOOK_SAYS = "Jeder Bildschirm wählt für sich; bei den anderen ändert sich nichts."
WISHES = {"language": "Sprache", "theme": "Licht", "help": "Hilfe beim Rechnen"}
WISHES_SAY = {
    "language": "Was die Seite sagt. Namen bleiben, wie sie sind.",
    "theme": "Nacht für die dunkle Bar, Tag für den hellen Raum.",
    "help": "Genaue Chancen für den, der dran ist, und was am besten wäre. Die anderen haben vielleicht etwas dagegen.",
}
THEME_NAMES = {"night": "Nacht", "day": "Tag"}

PAIR_NAME = "Wer geht ans Ruder?"
PAIR_SAYS = "Öffne auf dem Telefon „Das Ruder“ und tippe auf „Ans Ruder gehen“."
PAIR_SHOWS = "ROLL nimmt das Telefon an, das dies zeigt. STAND zeigt das nächste."
PAIR_HERE = "Dieses Telefon"
PAIR_QR = "Ein Code mit der Adresse des Ruders"
SIGNALS = {"white": "Weiß", "blue": "Blau", "green": "Grün", "amber": "Gelb", "violet": "Violett"}

SCREEN = "Ein Bildschirm des Tisches"
SCREEN_SAYS = (
    "Ein Bildschirm des Tisches zeigt Codes für Telefone, die ans Ruder wollen. Alle im Raum können sie lesen."
)
SCREEN_CODE_SAYS = "Den Code gibt ein Telefon am Ruder, oder „quarterdeck pair --screen“ auf dem Rechner."
SCREEN_CODE = "Code"
SCREEN_CLAIM = "Zum Bildschirm des Tisches machen"
SCREEN_CLAIMED = "Das ist ein Bildschirm des Tisches. Öffne darauf die Seite für den Fernseher."
SCREEN_NOT_NEEDED = "Dieser Tisch hat Tasten. Er braucht keinen Bildschirm für Codes."
CODES = "Codes für Telefone, die ans Ruder wollen"
PAIRING = "Koppeln"
ASKING = "Frage"
ASKING_NOTE = "STAND lehnt es ab. Nach zehn Sekunden ist es auch abgelehnt."

LOST_LINK = "Kein Wort vom Tisch. Verbinde neu …"
NOT_WHOLE = "Die Seite kam nicht ganz an. Neu laden."
FULL = "Zu viele Seiten folgen diesem Tisch auf einmal."

SCORES = "Punkte"
WON = "gewonnen"
TONIGHT = "Heute gewonnen"
HAS_WON = "hat gewonnen"
NOT_YET = "—"
NO_DICE = "Das Brett ist leer."
BACK = "Zurück zum Tisch"

SAFE = "Abgesicherter Modus"
SAFE_UNDO = "Zurückholen, was vor der Sicherung da war"

NO_CAMERA = "Kein Kamerabild."
BY_HAND = "Es wird von Hand gespielt."
ENTERED = "von Hand eingegeben"

LAMPS = {
    Mode.WAITING: "Wartet",
    Mode.MOVING: "Rollt",
    Mode.SHOWN: "Gelesen",
    Mode.UNSURE: "Unsicher",
    Mode.ILLEGAL: "Geht nicht",
    Mode.WRONG_NUMBER: "Falsche Zahl",
    Mode.ASTRAY: "Liegt schief",
    Mode.OBSTRUCTED: "Hand im Bild",
    Mode.LOST: "Keine Kamera",
    Mode.PAUSED: "Pause",
    Mode.OVER: "Spiel aus",
}


def signal(colour: str, blinks: int) -> str:
    """Farbe und Zahl, mit der die Lampe blinkt."""
    return f"{SIGNALS[colour]}, {blinks}-mal blinken"


def roll_of(roll: int, rolls: int) -> str:
    """Der wievielte Wurf."""
    return f"Wurf {roll} von {rolls}"


def on_tray(dice: Sequence[str]) -> str:
    """Das Brett für die, die es nicht sehen."""
    return f"Auf dem Brett: {', '.join(dice)}." if dice else NO_DICE


def unread(doubt: str | None) -> str:
    """Ein Würfel ohne Zahl."""
    return f"ein unlesbarer Würfel ({doubt})" if doubt else "ein unlesbarer Würfel"


def sorry(code: int) -> tuple[str, str]:
    """Überschrift und Satz der Seite für einen HTTP-Fehler."""
    match code:
        case 404:
            return "Hier liegt nichts", "Diese Seite gibt es nicht. Zum Tisch ist es nur ein Tipp."
        case 405:
            return "So nicht", "Diese Seite kann man nur ansehen."
        case 413:
            return "Zu viel Fracht", "Diese Anfrage ist größer, als dieser Tisch sie nimmt."
        case 429 | 503:
            return "Einen Moment", "Es fragen mehr, als dieser Tisch antworten kann. Versuche es gleich noch einmal."
    return "Mann über Bord", "Am Tisch ist etwas schiefgegangen. Es steht im Protokoll; bitte versuche es noch einmal."


def joins_next(name: str) -> str:
    return f"{name} spielt als Nächstes mit."
