"""Das Ruder, wie die Seite davon spricht: für alle, die den Tisch mit dem Telefon führen."""

from collections.abc import Sequence

HELM = "Das Ruder"
HELM_SAYS = "Dieses Telefon schaut nur zu. Wer am Ruder ist, kann mit dem Telefon tun, was die Tasten am Brett tun."
HELM_HOW = {
    "buttons": "Beide Tasten drei Sekunden halten. ROLL drücken, wenn die Lampe die Farbe dieses Telefons zeigt.",
    "screen": "Ein Bildschirm des Tisches zeigt einen Code für dieses Telefon.",
    "code": "Den Code gibt ein Telefon am Ruder, oder „quarterdeck pair“ auf dem Rechner.",
}

HELM_STAGES = {
    "buttons": {
        "open": "Beide Tasten am Brett drei Sekunden halten.",
        "asking": "Wird gefragt …",
        "waiting": "Die Lampe zeigt gerade ein anderes Telefon. STAND am Brett zeigt das nächste.",
        "shown": "ROLL am Brett drücken, wenn die Lampe das zeigt.",
        "refused": "Für dieses Telefon wurde STAND gedrückt.",
        "lost": "Keine Verbindung. Neuer Versuch …",
    },
    "screen": {
        "open": "Wird gefragt …",
        "asking": "Wird gefragt …",
        "waiting": "Wird gefragt …",
        "shown": "Den Code eingeben, den der Bildschirm neben dieser Farbe zeigt.",
        "refused": "Noch einmal fragen.",
        "lost": "Keine Verbindung. Neuer Versuch …",
    },
}

HELM_ASK_CANCEL = "Nicht mehr fragen"
HELM_HAVE_CODE = "Ich habe einen Code"
HELM_USE_CODE = "Code verwenden"
HELM_SCREENS = "Bildschirme des Tisches"
HELM_SCREENS_SAYS = "Sie zeigen Codes für Telefone, die ans Ruder wollen. Alle im Raum können sie lesen."
HELM_ADD_SCREEN = "Bildschirm hinzufügen"
HELM_ADD_SCREEN_SAYS = "Auf dem Fernseher diese Adresse öffnen und den Code eingeben:"
HELM_NO_SCREENS = "Es gibt noch keinen."
HELM_REMOVE_SCREEN = "Entfernen"
HELM_CODE = "Code"
HELM_TAKE = "Ans Ruder gehen"
HELM_MINE = "Dieses Telefon ist am Ruder."
HELM_TASKS = "Was es zu tun gibt"
HELM_PASS_ON = "Weitergeben"
HELM_PASS_ON_SAYS = "Ein Code für ein weiteres Telefon, eine Minute lang. Du bleibst am Ruder, bis du es abgibst."
HELM_SHOW_CODE = "Code zeigen"
HELM_QR = "Ein Code, der das Ruder auf einem anderen Telefon öffnet"
HELM_GIVE_BACK = "Abgeben"
HELM_GIVE_BACK_SAYS = "Dieses Telefon schaut wieder zu. Ein Platz, den keiner nutzt, wird nach einer Weile frei."
HELM_RETURN = "Meinen Platz abgeben"
HELM_RETURN_ALL = "Allen wegnehmen"
HELM_GONE = "Dieses Telefon ist nicht mehr am Ruder."
HELM_TO_HELM = "Zum Ruder"
HELM_NEEDS_SCRIPTS = "Zum Steuern braucht es Skripte: im Browser einschalten. Zuschauen geht auch ohne."

HELM_PAGES = {
    "helm_games.new": "Neues Spiel",
    "helm.rolls": "Früheren Wurf korrigieren",
    "helm_box.settings": "Lampe und Ton",
    "helm_box.calibration": "Einmessen",
    "helm_box.doctor": "Doktor",
    "helm_box.keeping": "Sicherung",
}

HELM_BAR = "Die Tasten am Brett"
HELM_SHEET = "Am Ruder"
HELM_CLOSE = "Schließen"
HELM_ROLL = "Wurf"
HELM_STAND = "Stehen"
HELM_TAKE_BACK = "Rückgängig"
HELM_GO_ON = "Weiter"
HELM_NEXT_GAME = "Nächstes Spiel"
HELM_PAUSE = "Pause"
HELM_BY_HAND = "Wurf eingeben"
HELM_SCORE = "Eintragen"
HELM_ANTE = "Einsatz"
HELM_MORE = "Mehr"
HELM_MISREAD = "Wurf korrigieren"

HELM_SENDING = "Wird gesendet …"
HELM_RECONNECTING = "Noch keine Antwort. Es wird weiter gesendet und nur einmal getan."
HELM_OFFLINE = "Keine Verbindung. Noch einmal versuchen."
HELM_LOST = "Der Tisch hat eine Minute nicht geantwortet. Schau hin: Niemand weiß, ob es getan ist."
HELM_PRESS = "Drück ROLL am Brett, um das zu erlauben."
HELM_PRESS_SAYS = "Sekunden. STAND lehnt es ab."
HELM_AT_THE_TABLE = "Der Tisch fragt vorher: Am Brett muss binnen zehn Sekunden ROLL gedrückt werden."
HELM_STALE = "Jemand war schneller: So steht es jetzt. Es wurde nichts getan."
HELM_DONE = "Getan."
HELM_WHY = {
    "wrong_code": "Dieser Code gilt nicht. Schau nach, welcher gerade gezeigt wird.",
    "too_many_tries": "Von diesem Telefon kamen zu viele falsche Codes. Warte einen Augenblick.",
    "no_window": "Koppeln ist zu. Halte beide Tasten am Brett drei Sekunden lang.",
    "no_helm": "Dieses Telefon ist nicht mehr am Ruder.",
    "not_allowed": "Am Tisch wurde STAND gedrückt: Das ist nicht erlaubt.",
    "not_answered": "ROLL wurde nicht rechtzeitig gedrückt. Versuch es noch einmal.",
}

HELM_MEND = "Wurf korrigieren"
HELM_MEND_SAYS = "Würfel antippen, dann seine richtige Zahl. Daneben steht, was sich ändert."
HELM_ROLLS = "Früheren Wurf korrigieren"
HELM_ROLLS_SAYS = "Tippe einen Würfel an, dann die Zahl, die er zeigte. Was sich ändert, steht neben jeder Zahl."
HELM_NO_ROLLS = "Noch wurde nichts geworfen."
HELM_ALL_ROLLS = "Frühere Würfe"
HELM_DIE_HERE = "Ein Würfel auf dem Brett"
HELM_DIE_GONE = "Dieser Würfel liegt nicht mehr da"
HELM_DIE_GONE_WHY = "Er wurde inzwischen bewegt. Schließe dies und tippe den an, der gemeint ist."
HELM_NOT_COUNTED = "Dieser Würfel gehört zu keinem gezählten Wurf dieses Zuges. Frühere stehen unter „Mehr“."
HELM_NOT_THE_NUMBER = "Dieser Wurf kann nicht zählen: Es liegen zu viele Würfel da oder zu wenige. Noch einmal werfen."
HELM_NEXT_DOUBT = "dann der nächste zweifelhafte Würfel"
HELM_CHANGES_NOTHING = "ändert keinen Punkt"
HELM_DIE_PICTURE = "Der Würfel, wie ihn die Kamera sah"
HELM_READ_AS = "gelesen als"
HELM_UNREAD = "nicht gelesen"
HELM_WHAT_FACE = "Welche Zahl ist es?"
HELM_LIKELIEST = "Zuerst, was der Kamera am wahrscheinlichsten scheint."
HELM_TOLD = "von Hand gesagt"
HELM_ASIDE = "zählt nicht mehr"
HELM_WAS = "wurde gelesen als"

HELM_GAME_OVER = "Das Spiel ist aus"
HELM_STAYS = "Behalten"
HELM_WHICH_STAY = "Würfel antippen, die bleiben"
HELM_THROWN = "Was geworfen wurde"
HELM_WIPE = "Löschen"
HELM_PASS = "Wurf auslassen"
HELM_BOXES = "Feld wählen"
HELM_NO_BOX = "Noch gibt es nichts einzutragen."

HELM_COMPANY = "Mitspieler"
HELM_JOIN = "Dazusetzen"
HELM_LEAVE = "Geht"
HELM_RENAME = "Umbenennen"
HELM_COME_BACK = "Kommt zurück"
HELM_NEW_NAME = "Name"

HELM_STAKES = "Einsätze"
HELM_NO_STAKES = "Gerade kann nichts gesetzt werden."
HELM_CHIPS = "Chips"
HELM_SET_ANTE = "Einsatz festlegen"
HELM_BET = "Wetten"
HELM_BET_BY = "Wer wettet"
HELM_BET_AGAINST = "Gegen wen"
HELM_BET_ON = "Worauf"
HELM_BETS = {"qualify": "Schiff, Kapitän und Crew kommen", "miss": "Sie kommen nicht"}
HELM_THROWER = "wer wirft"

HELM_NEW = "Neues Spiel"
HELM_NEW_SAYS = "Das laufende Spiel wird gespeichert und kann später weitergehen."
HELM_GO_ON_WITH = "Fortsetzen"
HELM_GAME = "Spiel"
HELM_GAMES = {
    "ship_captain_crew": ("Schiff, Kapitän, Crew", "Erst 6, 5 und 4 finden, dann zählt die Fracht."),
    "yahtzee": ("Yahtzee", "Dreizehn Felder, je drei Würfe. Die beste Karte gewinnt."),
}
HELM_STYLE = "Spielart"
HELM_NEW_PLAYERS = "Neue Spieler"
HELM_WITHOUT_CAMERA = "Ohne Kamera spielen"
HELM_DISCARD = "Verwerfen"
HELM_RESTART = "Neu mit denselben Spielern"
HELM_PLAYERS = "Spieler, in der Reihenfolge"
HELM_REGULARS = "Zuletzt dabei"
HELM_ADD = "Dazu"
HELM_UP = "nach oben"
HELM_DOWN = "nach unten"
HELM_AWAY_WITH = "entfernen"
HELM_STARTS = "Wer fängt an"
HELM_STARTS_FIRST = "Wer zuerst steht"
HELM_STARTS_DICE = "Auswürfeln"
HELM_HOUSE = "Hausregeln"
HELM_VARIANTS = "Hausregeln und Varianten"
HELM_BEGIN = "Spiel starten"
HELM_LOCKED = "gesperrt"
HELM_SAVE_AS = "Als Hausregeln speichern"
HELM_SAVE = "Behalten"
HELM_LOCK = "Sperren"
HELM_FORGET = "Löschen"
HELM_UNLOCK = "Entsperren"
HELM_LOCKED_SAYS = "Diese Hausregeln sind gesperrt."
HELM_EACH_BOX = "Felder auf dem Zettel"
HELM_NUMBER_OF = "wie viele"
HELM_NO_ODDS = "Die Chancen bei diesen Regeln sind nicht bekannt."

HELM_OPTIONS = {
    "dice": ("Würfel", "Wie viele geworfen werden. Mit mehr wird ein Zug leichter."),
    "rolls": ("Würfe", "Wie viele ein Zug hat. Jeder mehr macht alles leichter."),
    "sequences": ("Schiff, Kapitän, Crew", "6-5-4 oder 1-2-3, oder was kommt. Beides zu dürfen ist leichter."),
    "progress": ("Bei zwei Folgen", "Bei der begonnenen bleiben, wechseln, oder beide zugleich bauen."),
    "auto_hold": ("Von selbst halten", "Was passt, bleibt ohne Frage. Keine Wahl, gleiche Chancen."),
    "cargo_reroll": ("Fracht neu werfen", "Beide Würfel zusammen oder jeden für sich. Einzeln bringt mehr Fracht."),
    "cargo_unhold": ("Fracht wieder aufnehmen", "Ein behaltener Frachtwürfel darf doch noch geworfen werden."),
    "anchor_bonus": ("Früh ankern", "Ein Punkt für jeden gesparten Wurf. Früher stehen lohnt sich."),
    "rolling": ("Reihenfolge", "Ein Zug nach dem anderen, oder Wurf um Wurf reihum."),
    "match": ("Wie lange", "Eine Runde, mehrere zusammen, oder bis so viele gewonnen sind."),
    "first_starter": ("Wer zuerst wirft", "Der höchste Wurf mit drei Würfeln, oder wie vereinbart."),
    "next_starter": ("Wer danach beginnt", "Der nächste Platz, wer gewann, oder wieder derselbe."),
    "tie": ("Gleichstand", "Geteilt, gestochen, im Pott gelassen, oder neu gespielt."),
    "nobody_qualifies": ("Keiner hat eine Crew", "Wie jeder Gleichstand, oder der Pott bleibt."),
    "stakes": ("Worum", "Um nichts, um Getränke oder um einen Pott. Die Chancen bleiben."),
    "side_bets": ("Nebenwetten", "Vor einem Zug dürfen andere wetten, dass Schiff, Kapitän und Crew kommen."),
    "boxes": ("Felder", "Welche Felder auf dem Zettel stehen."),
    "bonus_from": ("Bonus ab", "So viele Punkte oben bringen 35. Weniger ist leichter."),
    "joker_on_zero": ("Joker nach Streichen", "Ein Yahtzee ist auch Joker, wo sein Feld gestrichen wurde."),
    "joker_scratches_upper": ("Joker darf streichen", "Ein Joker darf für null in ein offenes oberes Feld."),
}
HELM_CHOICES = {
    "6-5-4": "6 5 4",
    "1-2-3": "1 2 3",
    "either": "eins von beiden",
    "commit": "dabei bleiben",
    "switch": "wechseln",
    "both": "beide zugleich",
    "all": "beide oder keinen",
    "each": "jeden für sich",
    "turns": "Zug um Zug",
    "interleaved": "Wurf um Wurf",
    "single_round": "eine Runde",
    "rounds(n)": "Runden",
    "hands(n)": "gewonnene Runden",
    "total(n)": "Runden, nur die Summe",
    "rolloff": "Stechen",
    "chosen": "wie vereinbart",
    "right": "der nächste Platz",
    "winner": "wer gewann",
    "same": "wieder derselbe",
    "allowed": "geteilt",
    "carry": "der Pott bleibt",
    "replay": "neu gespielt",
    "as_tie": "wie ein Gleichstand",
    "none": "nichts",
    "drinks": "Getränke",
    "pot(first_shooter)": "ein Pott, wer beginnt, legt den Einsatz fest",
    "pot(n)": "ein Pott mit Einsatz",
    "qualify": "auf Schiff, Kapitän und Crew",
}

HELM_SETTINGS = "Lampe und Ton"
HELM_SETTINGS_SAYS = "Was hier gestellt wird, bleibt so und gilt sofort."
HELM_BRIGHTNESS = "Helligkeit der Lampe"
HELM_SOUNDS = "Töne"
HELM_SOUNDS_SAYS = "Ein kurzer Ton, wenn ein Wurf zählt, ein tiefer, wenn etwas nicht geht."
HELM_PICTURES = "Wer das Kamerabild sehen darf"
HELM_PICTURES_FOR = {"everybody": "Alle", "helm": "Nur das Ruder"}
HELM_NO_SETTINGS = "Dieser Tisch hat weder Lampe noch Ton."

HELM_CALIBRATION = "Einmessen"
HELM_CALIBRATION_SAYS = (
    "Die Linie zeigt, wo der Tisch den Boden des Bretts vermutet. Mit vier Marken findet er ihn selbst; "
    "ohne sie die vier Punkte in die inneren Ecken ziehen."
)
HELM_FOUND = {
    "markers": "An seinen Marken gefunden.",
    "corners": "Wo die Ecken gezeigt wurden.",
    "nowhere": "Das Brett ist nicht zu finden: Zeige seine Ecken.",
}
HELM_CORNERS = ("Oben links", "Oben rechts", "Unten rechts", "Unten links")
HELM_CORNER_HOW = "Pfeiltasten bewegen den Punkt um ein Pixel, mit Umschalttaste um zehn."
HELM_KEEP_CORNERS = "Diese Ecken behalten"
HELM_BY_MARKERS = "An den Marken finden"
HELM_CORNERS_KEPT = "Behalten. Der Tisch startet gleich damit neu; das Spiel geht weiter, wo es stand."
HELM_NO_CALIBRATION = "Dieser Tisch lässt sich hier nicht einmessen: Er spielt eine Aufnahme."

HELM_DOCTOR = "Doktor"
HELM_DOCTOR_SAYS = "Alles, was ein Tisch braucht, gerade eben angesehen."
HELM_LIGHTS = {"green": "gut", "amber": "ansehen", "red": "krank", "grey": "–"}
HELM_NO_DOCTOR = "Hier gibt es nichts anzusehen: Dieser Tisch spielt eine Aufnahme."
HELM_AGAIN = "Noch einmal"

HELM_KEEPING = "Sicherung"
HELM_BACKUP = "Sichern"
HELM_BACKUP_SAYS = "Spiele, Einstellungen und Regeln in einer Datei. Der Tisch läuft dabei weiter."
HELM_BACKUP_WIFI = "Mit dem WLAN-Passwort"
HELM_BACKUP_WIFI_SAYS = "Ohne es behält dieser Tisch sein eigenes, wenn die Sicherung zurückgespielt wird."
HELM_BACKUP_GET = "Herunterladen"
HELM_BACKUP_BEGINS = "Erlaubt. Der Download beginnt."
HELM_RESTORE = "Zurückspielen"
HELM_RESTORE_SAYS = (
    "Was jetzt da ist, bleibt in einem Ordner daneben. Der Tisch startet mit der Sicherung neu. "
    "Tasten und Lampe bleiben, wie sie hier eingestellt sind."
)
HELM_RESTORE_FILE = "Datei der Sicherung"
HELM_RESTORE_NOW = "Zurückspielen"
HELM_RESTORED = "Gleich ist sie zurückgespielt: Der Tisch startet damit neu."
HELM_EXPORT = "Ein Spiel mitnehmen"
HELM_EXPORT_SAYS = "Ein Spiel als eine Zeile JSON, die jeder andere Tisch übernehmen kann."
HELM_EXPORT_GET = "Das laufende Spiel herunterladen"
HELM_NO_KEEPING = "Dieser Tisch behält nichts: Er spielt eine Aufnahme."

_NUMBERS = ("keinen", "einen", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht")


def helm_screen(number: int, quiet: float | None) -> str:
    """Ein Bildschirm des Tisches, und ob er an ist."""
    return f"Bildschirm {number}, {'an' if quiet is not None and quiet < 30 else 'aus'}"


def helm_throws(player: str, dice: int) -> str:
    """Wie viele Würfel als Nächstes fallen."""
    return f"{player} wirft {_NUMBERS[dice]} Würfel"


def helm_decides(player: str) -> str:
    """Es wird nicht geworfen."""
    return f"{player} entscheidet"


def helm_sets_ante(player: str) -> str:
    """Der Einsatz ist festzulegen."""
    return f"{player} legt den Einsatz fest"


def helm_stand_with(score: int | None) -> str:
    """Die Fracht behalten, die da liegt."""
    return f"Stehen mit {score}"


def helm_die_of_roll(player: str, number: int) -> str:
    """Ein gezählter Würfel."""
    return f"{player}, Wurf {number}"


def helm_counts(dice: Sequence[int]) -> str:
    """Ein Wurf, der so zählen würde."""
    return f"zählt als {' '.join(map(str, dice))}"


def helm_change(what: str, player: str, was: object, now: object, before: str) -> str:
    """Was eine Berichtigung ändern würde."""
    match what:
        case "held":
            faces = " ".join(map(str, now)) if isinstance(now, list) and now else "nichts"
            return f"{player} hält {faces}"
        case "score" | "total":
            said = f"{player}: {_score(was)} wird {_score(now)}"
            return f"{said} insgesamt" if what == "total" else said
        case "winner":
            return f"{player} gewinnt" if now else f"{before} hat noch nicht gewonnen"
        case "turn":
            return f"{player} ist wieder dran"
    return "eines, was folgte, zählt nicht mehr" if now == 1 else f"{now} Dinge, die folgten, zählen nicht mehr"


def helm_odds(qualify: str, usual: str, mean: str, usual_mean: str) -> str:
    """Was ein Zug mit diesen Regeln bringt, und mit denen, von denen ausgegangen wurde."""
    return (
        f"Schiff, Kapitän und Crew in {qualify} der Züge ({usual} ohne Änderungen), "
        f"{mean} Punkte je Zug ({usual_mean})."
    )


def _score(score: object) -> str:
    return "keine Punkte" if score is None else str(score)


def helm_rolled(name: str, dice: Sequence[int]) -> str:
    return f"{name} hat {' '.join(map(str, dice))} geworfen"


def helm_left(games: int) -> str:
    return "1 angefangenes Spiel" if games == 1 else f"{games} angefangene Spiele"
