"""Das Ruder, wie die Seite davon spricht: für alle, die den Tisch mit dem Telefon führen."""

from collections.abc import Sequence

HELM = "Das Ruder"
HELM_SAYS = "Das Ruder: die Steuerung dieses Tisches. Dieses Handy schaut nur zu. Geh ans Ruder, um damit zu spielen."
HELM_HOW = {
    "buttons": "Halte beide Tasten am Brett 3 Sekunden. Drück ROLL, wenn die Lampe die Farbe dieses Handys zeigt.",
    "screen": "Ein Bildschirm des Tisches zeigt einen Code für dieses Handy.",
    "code": "Den Code gibt ein Handy am Ruder oder „quarterdeck pair“ auf dem Rechner.",
}

HELM_STAGES = {
    "buttons": {
        "open": "Halte beide Tasten am Brett 3 Sekunden.",
        "asking": "Wird gefragt …",
        "waiting": "Gerade ist ein anderes Handy an der Reihe. STAND am Brett zeigt das nächste.",
        "shown": "Drück ROLL, wenn die Lampe am Brett das zeigt.",
        "refused": "Dieses Handy wurde am Tisch abgelehnt.",
        "lost": "Keine Verbindung. Neuer Versuch …",
    },
    "screen": {
        "open": "Wird gefragt …",
        "asking": "Wird gefragt …",
        "waiting": "Wird gefragt …",
        "shown": "Gib den Code ein, der neben dieser Farbe steht.",
        "refused": "Abgelehnt. Frag noch einmal.",
        "lost": "Keine Verbindung. Neuer Versuch …",
    },
}

HELM_ASK_CANCEL = "Abbrechen"
HELM_HAVE_CODE = "Ich habe einen Code"
HELM_USE_CODE = "Code verwenden"
HELM_SCREENS = "Bildschirme des Tisches"
HELM_SCREENS_SAYS = "Sie zeigen Codes für Handys, die ans Ruder wollen. Alle im Raum können sie lesen."
HELM_ADD_SCREEN = "Bildschirm hinzufügen"
HELM_ADD_SCREEN_SAYS = "Öffne diese Adresse auf dem Fernseher und gib den Code ein:"
HELM_NO_SCREENS = "Noch keiner."
HELM_REMOVE_SCREEN = "Entfernen"
HELM_CODE = "Code"
HELM_TAKE = "Ans Ruder gehen"
HELM_MINE = "Du bist am Ruder."
HELM_TASKS = "Seiten des Ruders"
HELM_PASS_ON = "Weiteres Handy"
HELM_PASS_ON_SAYS = "Zeigt eine Minute lang einen Code für ein weiteres Handy. Du bleibst am Ruder."
HELM_SHOW_CODE = "Code zeigen"
HELM_QR = "QR-Code, um mit einem anderen Handy ans Ruder zu gehen"
HELM_GIVE_BACK = "Vom Ruder gehen"
HELM_GIVE_BACK_SAYS = "Dieses Handy schaut wieder zu. Ungenutzte Handys gehen nach einer Weile von selbst vom Ruder."
HELM_RETURN = "Vom Ruder gehen"
HELM_RETURN_ALL = "Alle Handys entfernen"
HELM_GONE = "Du bist nicht mehr am Ruder."
HELM_TO_HELM = "Zum Ruder"
HELM_NEEDS_SCRIPTS = "Das Ruder braucht JavaScript: Schalte es im Browser ein. Zuschauen geht ohne."

HELM_PAGES = {
    "helm_games.new": "Neues Spiel",
    "helm.rolls": "Früheren Wurf korrigieren",
    "helm_box.settings": "Lampe und Ton",
    "helm_box.calibration": "Einmessen",
    "helm_box.doctor": "Doktor",
    "helm_box.keeping": "Sicherung",
}

HELM_BAR = "Tasten am Brett"
HELM_SHEET = "Am Ruder"
HELM_CLOSE = "Schließen"
HELM_ROLL = "Roll"
HELM_STAND = "Stand"
HELM_TAKE_BACK = "Rückgängig"
HELM_GO_ON = "Weiter"
HELM_NEXT_GAME = "Revanche"
HELM_PAUSE = "Pause"
HELM_BY_HAND = "Wurf eingeben"
HELM_SCORE = "Eintragen"
HELM_ANTE = "Einsatz"
HELM_MORE = "Mehr"
HELM_MISREAD = "Wurf korrigieren"

HELM_SENDING = "Wird gesendet …"
HELM_RECONNECTING = "Warte auf den Tisch … neuer Versuch läuft."
HELM_OFFLINE = "Keine Verbindung. Noch einmal versuchen."
HELM_LOST = "Keine Antwort vom Tisch. Schau nach, ob die letzte Eingabe angekommen ist."
HELM_PRESS = "Drück ROLL am Brett, um das zu erlauben."
HELM_PRESS_SAYS = "Sekunden. STAND drücken lehnt ab."
HELM_AT_THE_TABLE = "Der Tisch fragt vorher: Drück dort in zehn Sekunden ROLL."
HELM_STALE = "Das Spiel war schon weiter. Das zählt nicht."
HELM_DONE = "Erledigt."
HELM_WHY = {
    "wrong_code": "Falscher Code. Nimm den, der gerade gezeigt wird.",
    "too_many_tries": "Zu viele Versuche. Warte einen Moment.",
    "no_window": "Gerade gilt kein Code. Halte beide Tasten am Brett 3 Sekunden.",
    "no_helm": "Du bist nicht mehr am Ruder.",
    "not_allowed": "Am Tisch mit STAND abgelehnt.",
    "not_answered": "Niemand hat rechtzeitig ROLL gedrückt. Versuch es noch einmal.",
}

HELM_MEND = "Wurf korrigieren"
HELM_MEND_SAYS = "Tippe einen Würfel an, dann seine richtige Zahl. Du siehst, was sich ändert."
HELM_ROLLS = "Früheren Wurf korrigieren"
HELM_ROLLS_SAYS = "Tippe einen Würfel an, dann seine richtige Zahl. Du siehst, was sich ändert."
HELM_NO_ROLLS = "Noch keine Würfe."
HELM_ALL_ROLLS = "Frühere Würfe"
HELM_DIE_HERE = "Ein Würfel auf dem Brett"
HELM_DIE_GONE = "Dieser Würfel wurde bewegt"
HELM_DIE_GONE_WHY = "Schließ das hier und tippe den richtigen an."
HELM_NOT_COUNTED = "Dieser Würfel gehört zu keinem gezählten Wurf dieses Zuges. Frühere stehen unter „Mehr“."
HELM_NOT_THE_NUMBER = "Falsche Zahl von Würfeln. Wirf neu."
HELM_NEXT_DOUBT = "nächster unsicherer Würfel"
HELM_CHANGES_NOTHING = "ändert keine Punkte"
HELM_DIE_PICTURE = "Der Würfel, wie ihn die Kamera sah"
HELM_READ_AS = "erkannt als"
HELM_UNREAD = "nicht erkannt"
HELM_WHAT_FACE = "Welche Zahl ist es?"
HELM_LIKELIEST = "Wahrscheinlichste zuerst."
HELM_TOLD = "von Hand eingegeben"
HELM_ASIDE = "zählt nicht mehr"
HELM_WAS = "vorher"

HELM_GAME_OVER = "Das Spiel ist aus"
HELM_STAYS = "Behalten"
HELM_WHICH_STAY = "Tippe die Würfel an, die bleiben"
HELM_THROWN = "Dieser Wurf"
HELM_WIPE = "Löschen"
HELM_PASS = "Wurf auslassen"
HELM_BOXES = "Feld wählen"
HELM_NO_BOX = "Noch nichts einzutragen."

HELM_COMPANY = "Mitspieler"
HELM_JOIN = "Mitspielen"
HELM_LEAVE = "Aussteigen"
HELM_RENAME = "Umbenennen"
HELM_COME_BACK = "Wieder mitspielen"
HELM_NEW_NAME = "Name"

HELM_STAKES = "Einsätze"
HELM_NO_STAKES = "Gerade keine Wetten."
HELM_CHIPS = "Chips"
HELM_SET_ANTE = "Einsatz festlegen"
HELM_BET = "Wetten"
HELM_BET_BY = "Wer wettet"
HELM_BET_AGAINST = "Gegen wen"
HELM_BET_ON = "Worauf"
HELM_BETS = {"qualify": "Volle Crew", "miss": "Keine volle Crew"}
HELM_THROWER = "wirft"

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
HELM_SAVE = "Speichern"
HELM_LOCK = "Sperren"
HELM_FORGET = "Löschen"
HELM_UNLOCK = "Entsperren"
HELM_LOCKED_SAYS = "Diese Hausregeln sind gesperrt."
HELM_EACH_BOX = "Felder auf dem Zettel"
HELM_NUMBER_OF = "wie viele"
HELM_NO_ODDS = "Keine Chancen für diese Hausregeln."

HELM_OPTIONS = {
    "dice": ("Würfel", "Mehr Würfel machen es leichter."),
    "rolls": ("Würfe", "Mehr Würfe machen es leichter."),
    "sequences": ("Schiff, Kapitän, Crew", "6-5-4, 1-2-3 oder eins von beiden (leichter)."),
    "progress": ("Bei zwei Folgen", "Wenn beide erlaubt sind: bei einer bleiben, wechseln oder beide bauen."),
    "auto_hold": ("Automatisch halten", "Schiff, Kapitän und Crew werden von selbst gehalten."),
    "cargo_reroll": ("Fracht neu werfen", "Beide Würfel oder einzeln (bringt mehr)."),
    "cargo_unhold": ("Behaltene Fracht neu werfen", "Behaltene Fracht darf noch einmal geworfen werden."),
    "anchor_bonus": ("Sparbonus", "+1 für jeden gesparten Wurf."),
    "rolling": ("Reihenfolge", "Ganze Züge oder reihum je ein Wurf."),
    "match": ("Spiellänge", "Eine Runde, mehrere, oder wer zuerst so viele gewinnt."),
    "first_starter": ("Erste Runde beginnt", "Der höchste Wurf mit drei Würfeln, oder wie gewählt."),
    "next_starter": ("Nächste Runde beginnt", "Wer rechts sitzt (zuletzt dran war), wer gewann, oder wieder derselbe."),
    "tie": ("Gleichstand", "Geteilt, gestochen, in den Pott, oder neu gespielt."),
    "nobody_qualifies": ("Wenn es keiner schafft", "Zählt als Gleichstand, oder der Pott bleibt."),
    "stakes": ("Einsatz", "Keiner, Getränke oder Chips."),
    "side_bets": ("Nebenwetten", "Vor einem Zug dürfen andere auf die volle Crew wetten."),
    "boxes": ("Felder", "Felder auf dem Zettel."),
    "bonus_from": ("Bonus ab", "So viele Punkte oben bringen den Bonus von 35."),
    "joker_on_zero": ("Joker nach Streichen", "Joker zählen auch nach gestrichenem Yahtzee."),
    "joker_scratches_upper": ("Joker darf streichen", "Ein Joker darf mit 0 in ein oberes Feld."),
}
HELM_CHOICES = {
    "6-5-4": "6 5 4",
    "1-2-3": "1 2 3",
    "either": "eins von beiden",
    "commit": "bei einer bleiben",
    "switch": "wechseln",
    "both": "beide bauen",
    "all": "beide oder keiner",
    "each": "einzeln",
    "turns": "ganze Züge",
    "interleaved": "Wurf um Wurf",
    "single_round": "eine Runde",
    "rounds(n)": "Runden",
    "hands(n)": "gewonnene Runden",
    "total(n)": "Runden, Gesamtpunkte",
    "rolloff": "Stechen",
    "chosen": "wie gewählt",
    "right": "wer rechts sitzt",
    "winner": "wer gewann",
    "same": "wieder derselbe",
    "allowed": "geteilt",
    "carry": "der Pott bleibt",
    "replay": "neu gespielt",
    "as_tie": "Gleichstand",
    "none": "keiner",
    "drinks": "Getränke",
    "pot(first_shooter)": "Pott, wer beginnt, legt den Einsatz fest",
    "pot(n)": "Pott mit festem Einsatz",
    "qualify": "auf die volle Crew",
}

HELM_SETTINGS = "Lampe und Ton"
HELM_SETTINGS_SAYS = "Änderungen gelten sofort."
HELM_BRIGHTNESS = "Helligkeit der Lampe"
HELM_SOUNDS = "Töne"
HELM_SOUNDS_SAYS = "Ein kurzer Ton, wenn ein Wurf zählt, ein tiefer, wenn etwas nicht stimmt."
HELM_PICTURES = "Wer das Kamerabild sehen darf"
HELM_PICTURES_FOR = {"everybody": "Alle", "helm": "Nur das Ruder"}
HELM_NO_SETTINGS = "Dieser Tisch hat weder Lampe noch Ton."

HELM_CALIBRATION = "Einmessen"
HELM_CALIBRATION_SAYS = (
    "Die Linie soll der Innenseite des Bretts folgen. Mit vier Marken findet der Tisch sie selbst; "
    "ohne sie zieh die vier Punkte in die inneren Ecken."
)
HELM_FOUND = {
    "markers": "An den Marken gefunden.",
    "corners": "Ecken von Hand gesetzt.",
    "nowhere": "Brett nicht gefunden. Zeig seine Ecken.",
}
HELM_CORNERS = ("Oben links", "Oben rechts", "Unten rechts", "Unten links")
HELM_CORNER_HOW = "Pfeiltasten schieben den Punkt um ein Pixel, mit Umschalttaste um zehn."
HELM_KEEP_CORNERS = "Diese Ecken speichern"
HELM_BY_MARKERS = "Marken benutzen"
HELM_CORNERS_KEPT = "Gespeichert. Neustart … das Spiel geht weiter."
HELM_NO_CALIBRATION = "Dieser Tisch spielt eine Aufnahme, da gibt es nichts einzumessen."

HELM_DOCTOR = "Doktor"
HELM_DOCTOR_SAYS = "Alles, was der Tisch braucht, gerade geprüft."
HELM_LIGHTS = {"green": "OK", "amber": "Prüfen", "red": "Problem", "grey": "–"}
HELM_NO_DOCTOR = "Dieser Tisch spielt eine Aufnahme, da gibt es nichts zu prüfen."
HELM_AGAIN = "Noch einmal prüfen"

HELM_KEEPING = "Sicherung"
HELM_BACKUP = "Sichern"
HELM_BACKUP_SAYS = "Spiele, Einstellungen und Regeln in einer Datei. Ihr könnt weiterspielen."
HELM_BACKUP_WIFI = "Mit dem WLAN-Passwort"
HELM_BACKUP_WIFI_SAYS = "Ohne es behält dieser Tisch beim Wiederherstellen sein eigenes."
HELM_BACKUP_GET = "Herunterladen"
HELM_BACKUP_BEGINS = "Erlaubt. Der Download beginnt."
HELM_RESTORE = "Wiederherstellen"
HELM_RESTORE_SAYS = (
    "Der Tisch startet mit der Sicherung neu. Die jetzigen Daten bleiben in einem eigenen Ordner. "
    "Tasten und Lampe behalten die Einstellungen dieses Tisches."
)
HELM_RESTORE_FILE = "Datei der Sicherung"
HELM_RESTORE_NOW = "Wiederherstellen"
HELM_RESTORED = "Wird wiederhergestellt … der Tisch startet damit neu."
HELM_EXPORT = "Spiel exportieren"
HELM_EXPORT_SAYS = "Ein Spiel als Datei (JSON), die jeder andere Tisch importieren kann."
HELM_EXPORT_GET = "Laufendes Spiel herunterladen"
HELM_NO_KEEPING = "Dieser Tisch spielt eine Aufnahme, da gibt es nichts zu sichern."

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
    return f"STAND mit {score}"


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
            said = f"{player}: {_score(was)} → {_score(now)}"
            return f"{said} insgesamt" if what == "total" else said
        case "winner":
            return f"{player} gewinnt" if now else f"{before} gewinnt nicht mehr"
        case "turn":
            return f"{player} ist wieder dran"
    return "1 späteres Ereignis zählt nicht mehr" if now == 1 else f"{now} spätere Ereignisse zählen nicht mehr"


def helm_odds(qualify: str, usual: str, mean: str, usual_mean: str) -> str:
    """Was ein Zug mit diesen Regeln bringt, und mit denen, von denen ausgegangen wurde."""
    if (qualify, mean) == (usual, usual_mean):
        return f"Volle Crew in {qualify} der Züge, im Schnitt {mean} Punkte je Zug."
    return f"Volle Crew in {qualify} der Züge (sonst {usual}), im Schnitt {mean} Punkte je Zug (sonst {usual_mean})."


def _score(score: object) -> str:
    return "keine Punkte" if score is None else str(score)


def helm_rolled(name: str, dice: Sequence[int]) -> str:
    return f"{name} hat {' '.join(map(str, dice))} geworfen"


def helm_left(games: int) -> str:
    return "1 angefangenes Spiel" if games == 1 else f"{games} angefangene Spiele"
