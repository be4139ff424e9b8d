"""Was jede Seite von sich aus sagt, und der Tisch, was immer gespielt wird."""

from collections.abc import Sequence

from table.snapshot import Mode

TITLE = "Quarterdeck"
DESCRIPTION = "Würfel, Züge und Punkte, live vom Tisch."
CHANGE_THEME = "Dunkel oder hell"
MENU = "Menü"
PAGES = "Seiten"

NAVIGATION = {
    "pages.page": "Tisch",
    "helm.index": "Das Ruder",
    "screens.how": "So geht’s",
    "screens.camera": "Kamerabild",
    "screens.look": "Darstellung",
    "screens.tv": "Ansicht für den Fernseher",
    "log.games": "Frühere Spiele",
    "log.players": "Spieler",
    "log.board": "Bestenliste",
    "log.dice": "Sind die Würfel fair?",
}

JOIN = "Am Handy mitschauen"
JOIN_CODE = "QR-Code für diese Seite"
WIFI = "WLAN"
WIFI_CODE = "QR-Code fürs WLAN"
FULL_SCREEN = "Vollbild"
ASLEEP = "Dieser Browser kann den Bildschirm nicht anlassen. Schalte den Bildschirmschoner aus."

CAMERA = "Kamerabild"
CAMERA_SAYS = "Das neueste Bild mit den erkannten Zahlen. Ein unsicherer Würfel hat keine Zahl."
PICTURE = "Das Brett, wie die Kamera es sieht, mit der Zahl jedes Würfels"
NO_PICTURE = "Gerade kein Bild. Neuer Versuch läuft."

LOOK = "Darstellung"
LOOK_SAYS = "Gilt nur für diesen Bildschirm."
WISHES = {"language": "Sprache", "theme": "Farben", "help": "Chancen und Tipps"}
WISHES_SAY = {
    "language": "Sprache der Menüs und Meldungen.",
    "theme": "Dunkel für die Bar, hell für den hellen Raum.",
    "help": "Genaue Chancen und der beste Zug für den, der dran ist. Frag vorher die anderen.",
}
THEME_NAMES = {"night": "Dunkel", "day": "Hell"}

PAIR_NAME = "Wer geht ans Ruder?"
PAIR_SAYS = "Öffne am Handy Menü › Das Ruder und tippe auf „Ans Ruder gehen“."
PAIR_SHOWS = "ROLL drücken nimmt das Handy an, das dies zeigt, STAND zeigt das nächste."
PAIR_HERE = "Dieses Handy nehmen"
PAIR_QR = "QR-Code für das Ruder"
SIGNALS = {"white": "Weiß", "blue": "Blau", "green": "Grün", "amber": "Gelb", "violet": "Violett"}

SCREEN = "Bildschirm des Tisches"
SCREEN_SAYS = "Ein Bildschirm des Tisches zeigt Codes für Handys, die ans Ruder wollen. Alle im Raum können sie lesen."
SCREEN_CODE_SAYS = "Den Code gibt ein Handy am Ruder oder „quarterdeck pair --screen“ auf dem Rechner."
SCREEN_CODE = "Code"
SCREEN_CLAIM = "Zum Bildschirm des Tisches machen"
SCREEN_CLAIMED = "Das ist ein Bildschirm des Tisches. Öffne darauf die Ansicht für den Fernseher."
SCREEN_NOT_NEEDED = "Dieser Tisch hat Tasten und braucht keinen Bildschirm für Codes."
CODES = "Codes für das Ruder"
PAIRING = "Koppeln"
ASKING = "Anfrage"
ASKING_NOTE = "STAND lehnt ab. Nach zehn Sekunden verfällt die Anfrage."

LOST_LINK = "Keine Verbindung. Neuer Versuch …"
NOT_WHOLE = "Die Seite ist nicht ganz geladen. Lade sie neu."
FULL = "Zu viele Geräte sind verbunden."

SCORES = "Punkte"
WON = "Sieg"
TONIGHT = "Siege heute"
HAS_WON = "gewinnt"
NOT_YET = "—"
NO_DICE = "Das Brett ist leer."
BACK = "Zurück zum Tisch"

SAFE = "Abgesicherter Modus"
SAFE_UNDO = "Wiederherstellung rückgängig machen"

NO_CAMERA = "Kein Kamerabild."
BY_HAND = "Würfe werden von Hand eingegeben."
ENTERED = "von Hand eingegeben"

LAMPS = {
    Mode.WAITING: "Wartet",
    Mode.MOVING: "Rollt",
    Mode.SHOWN: "Bereit",
    Mode.UNSURE: "Nicht lesbar",
    Mode.ILLEGAL: "Würfel prüfen",
    Mode.WRONG_NUMBER: "Falsche Zahl",
    Mode.ASTRAY: "Neu werfen",
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
        case 403:
            return "Du bist nicht am Ruder", "Geh erst ans Ruder."
        case 404:
            return "Seite nicht gefunden", "Unter dieser Adresse gibt es keine Seite."
        case 405:
            return "Das geht hier nicht", "Diese Seite kann man nur ansehen."
        case 413:
            return "Datei zu groß", "Das ist mehr, als dieser Tisch annimmt."
        case 429 | 503:
            return "Einen Moment", "Der Tisch ist gerade ausgelastet. Versuch es gleich noch einmal."
    return "Etwas ist schiefgegangen", "Der Fehler steht im Protokoll. Bitte versuch es noch einmal."


def joins_next(name: str) -> str:
    return f"{name} spielt als Nächstes mit."
