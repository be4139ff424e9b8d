"""What the named rules are called where a game is begun."""

from engine.game import Titles

TITLES: Titles = {
    "en": {
        "dice-game-depot": ("Ship, Captain, Crew", "Five dice, three rolls, both cargo dice thrown again or none."),
        "rounds": ("Three rounds", "Cargo dice are kept one by one, and the points of all rounds add up."),
        "all-about-dice": ("Roll by roll", "Five rolls, everybody throws in turn, the first to win two hands."),
        "bar-pot": ("Bar pot", "The first shooter sets the ante; who ties leaves the pot, and all pay again."),
    },
    "de": {
        "dice-game-depot": ("Schiff, Kapitän, Crew", "Fünf Würfel, drei Würfe, die Fracht ganz neu oder gar nicht."),
        "rounds": ("Drei Runden", "Frachtwürfel bleiben einzeln, und die Punkte aller Runden zählen zusammen."),
        "all-about-dice": ("Wurf um Wurf", "Fünf Würfe, alle reihum, wer zuerst zwei Runden gewinnt."),
        "bar-pot": (
            "Um den Pott",
            "Wer beginnt, legt den Einsatz fest; bei Gleichstand bleibt der Pott, alle zahlen neu.",
        ),
    },
}
