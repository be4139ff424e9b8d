"""What the named rules are called where a game is begun."""

from engine.game import Titles

TITLES: Titles = {
    "en": {
        "yahtzee-handout": ("Yahtzee", "Thirteen boxes; a joker may go anywhere once its upper box is filled."),
        "yahtzee-official": ("Yahtzee, as printed", "With the forced joker, also after the Yahtzee box was scratched."),
    },
    "de": {
        "yahtzee-handout": ("Yahtzee", "Dreizehn Felder; ein Joker darf überall hin, wenn sein oberes Feld voll ist."),
        "yahtzee-official": ("Yahtzee, wie gedruckt", "Mit erzwungenem Joker, auch nach gestrichenem Kniffel."),
    },
}
