"""So geht’s, und was besondere Wörter bedeuten."""

from collections.abc import Sequence
from typing import Literal

HOW = "So geht’s"
HOW_WORDS = "Wörter des Spiels"
HOW_BOXES_TITLE = "Die Felder"

HOW_HELD = "Der Tisch hält sie für dich. Wirf die übrigen noch einmal."
HOW_CHOSEN = "Du wählst, welche du hältst. Wirf die übrigen noch einmal."
HOW_AGAIN = {
    "all": "Noch Würfe übrig? Wirf die ganze Fracht noch einmal, oder drücke STAND.",
    "each": "Noch Würfe übrig? Wirf beliebige Frachtwürfel noch einmal, oder drücke STAND.",
    "kept": "Noch Würfe übrig? Wirf Frachtwürfel noch einmal, oder drücke STAND. Was du behältst, bleibt.",
}
HOW_ANCHOR = "Jeder Wurf, den du nicht nutzt, bringt einen Punkt."
HOW_BY_ROLLS = "Alle werfen einmal, dann werfen alle noch einmal. Wer führt, darf aussetzen."
HOW_TIE = {
    "allowed": "Bei Gleichstand teilt ihr die Runde.",
    "rolloff": "Bei Gleichstand werft ihr noch je einen Zug.",
    "carry": "Bei Gleichstand bleibt der Pott, und alle zahlen neu.",
    "replay": "Bei Gleichstand spielt ihr noch einmal.",
}
HOW_NOBODY = "Hat keiner Punkte, bleibt der Pott auch."
HOW_BETS = "Vor einem Zug kannst du wetten, ob er Punkte bringt."
HOW_STARTER = "Wer mit drei Würfeln am meisten wirft, beginnt."
HOW_NEXT = {
    "right": "Wer rechts sitzt (zuletzt dran war), beginnt das nächste Spiel oder die nächste Runde.",
    "winner": "Wer gewinnt, beginnt das nächste Spiel oder die nächste Runde.",
    "same": "Jedes Spiel und jede Runde beginnt derselbe Spieler.",
}

HOW_KEEP = "Behalte, was du brauchst, und wirf die übrigen noch einmal."
HOW_JOKER = {
    True: "Zuerst kommt das obere Feld. Ist es voll, fülle ein beliebiges: Unten zählt es voll.",
    False: "Zuerst kommt das obere Feld. Ist es voll, fülle ein unteres mit voller Punktzahl.",
}
HOW_JOKER_ON_ZERO = {
    True: "Das gilt auch nach einem gestrichenen Yahtzee, ohne die Zusatzpunkte.",
    False: "Nach einem gestrichenen Yahtzee ist es ein gewöhnlicher Wurf.",
}
HOW_MOST = "Die meisten Punkte gewinnen."
HOW_BOXES = {
    "three_of_a_kind": "Drei gleiche: alle Augen",
    "four_of_a_kind": "Vier gleiche: alle Augen",
    "full_house": "Drei gleiche und ein Paar",
    "small_straight": "Vier in einer Reihe",
    "large_straight": "Fünf in einer Reihe",
    "yahtzee": "Alle gleich",
    "chance": "Beliebig: alle Augen",
}

HOW_TERMS = {
    "ship": ("Schiff", "Der erste Würfel, den du brauchst. Er zählt vor Kapitän und Crew."),
    "captain": ("Kapitän", "Der zweite Würfel. Er braucht ein Schiff."),
    "crew": ("Crew", "Der dritte Würfel. Sie braucht Schiff und Kapitän."),
    "cargo": ("Fracht", "Die übrigen Würfel. Mit Schiff, Kapitän und Crew zählt ihre Summe."),
    "no_score": ("Nichts", "Ein Zug ohne Schiff, Kapitän und Crew."),
    "point": ("Führt", "Die höchste Punktzahl bisher. Die gilt es zu schlagen."),
    "hammer": ("Hammer", "Wer als Letzter wirft."),
    "rolloff": ("Stechen", "Ein weiterer Wurf bei Gleichstand, oder darum, wer beginnt."),
    "midnight": ("Mitternacht", "Eine Fracht aus zwei Sechsen: zwölf, das Höchste."),
    "dream_spider": ("Traumspinne", "Die zweite Mitternacht in einer Runde."),
    "minimum": ("Minimum", "Eine Fracht nur aus Einsen, das Niedrigste."),
    "hands": ("Gewinnrunde", "Eine Runde. Gewinne genug davon, und du gewinnst das Spiel."),
    "ante": ("Einsatz", "Was alle vor einer Runde in den Pott zahlen."),
    "pot": ("Pott", "Die Chips in der Mitte. Wer gewinnt, bekommt sie."),
    "chips": ("Chips", "Was du bisher gewonnen oder verloren hast."),
    "drinks": ("Drinks", "Was du verloren hast: einen für jede Runde."),
    "bet": ("Wette", "Chips darauf, ob Schiff, Kapitän und Crew kommen."),
    "upper_bonus": ("Bonus", "Zusatzpunkte für genug Punkte von den Einsern bis zu den Sechsern."),
    "yahtzee_bonus": ("Yahtzee-Bonus", "Zusatzpunkte für jeden weiteren Yahtzee, wenn im Yahtzee-Feld 50 stehen."),
    "joker": ("Joker", "Ein weiterer Yahtzee, der in einem anderen Feld voll zählt."),
}

_NUMBERS = ("kein", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun")


def how_turn(dice: int, rolls: int) -> str:
    """Was ein Zug ist."""
    times = "einmal" if rolls == 1 else f"bis zu {_NUMBERS[rolls]} Mal"
    return f"Wenn du dran bist, wirfst du {_NUMBERS[dice]} Würfel, {times}."


def how_sequence(faces: Sequence[int], names: Sequence[str]) -> str:
    """Was zuerst zu finden ist."""
    first, second, third = (f"{name} ({face})" for name, face in zip(names, faces, strict=True))
    return f"Finde zuerst {first}, dann {second}, dann {third}."


def how_other(faces: Sequence[int], progress: Literal["commit", "switch", "both"]) -> str:
    """Dass eine andere Folge auch gilt."""
    row = "-".join(map(str, faces))
    match progress:
        case "commit":
            return f"Oder finde {row}: Bleib bei dem, womit du beginnst."
        case "switch":
            return f"Oder finde {row}: Du kannst dazwischen wechseln."
    return f"Oder finde {row}: Du kannst beide zugleich sammeln."


def how_cargo(dice: int, name: str) -> str:
    """Was zählt."""
    return f"{name}: die anderen {_NUMBERS[dice]} Würfel. Ihre Summe zählt."


def how_match(kind: str, count: int | None) -> str:
    """Wer gewinnt."""
    match kind, count:
        case "rounds", int(rounds):
            return f"Spielt {_rounds(rounds)}. Alles zählt zusammen, die meisten Punkte gewinnen."
        case "hands", int(hands):
            return f"Die meisten Punkte gewinnen eine Runde. Gewinne {_rounds(hands)}, und du gewinnst das Spiel."
        case "total", int(rounds):
            return f"Spielt {_rounds(rounds)}. Nur die Summe zählt."
        case "total", None:
            return "Alles zählt zusammen, bis jemand genug hat. Spielt die Runde zu Ende: Die meisten Punkte gewinnen."
    return "Die meisten Punkte gewinnen."


def how_stakes(kind: str, ante: int | None) -> str:
    """Worum es geht."""
    if kind == "drinks":
        return "Wenn du verlierst, zahlst du einen Drink."
    if ante is None:
        return "Wer zuerst wirft, setzt den Einsatz. Alle zahlen ihn in den Pott, und wer gewinnt, bekommt ihn."
    chips = "einen Chip" if ante == 1 else f"{_NUMBERS[ante] if ante < len(_NUMBERS) else ante} Chips"
    return f"Alle zahlen {chips} in den Pott, und wer gewinnt, bekommt ihn."


def how_boxes(boxes: int) -> str:
    """Was mit einem Wurf geschieht."""
    return f"Dann füllst du eines von {boxes} Feldern. Jedes füllst du einmal, mit 0, wenn nichts passt."


def how_bonus(bonus_from: int, points: int) -> str:
    """Was die oberen Felder bringen."""
    return f"{bonus_from} Punkte von den Einsern bis zu den Sechsern bringen dir {points} dazu."


def how_further(box: int, points: int) -> str:
    """Was ein weiterer Yahtzee bringt."""
    return f"Noch ein Yahtzee bringt dir {points} dazu, wenn im Yahtzee-Feld {box} stehen. Er ist ein Joker:"


def how_face(face: int) -> str:
    """Was ein oberes Feld nimmt."""
    return f"Die Augen aller Würfel mit {face}"


def _rounds(count: int) -> str:
    said = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    return "eine Runde" if count == 1 else f"{said} Runden"
