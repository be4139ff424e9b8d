"""Was mit dem Kasten ist: Tagebuch, Sicherungen, Einstellungen, abgesicherter Modus."""

PHRASES = {
    "The journal was damaged ({}): it was set aside as {}, {}. Keep that file.": (
        "Das Tagebuch war beschädigt ({}): Es liegt jetzt als {} daneben, {}. Heb diese Datei auf."
    ),
    "{} of its games could be read": "{} seiner Spiele waren zu lesen",
    "nothing could be read of it": "nichts davon war zu lesen",
    "what it holds is no game": "was darin steht, ist kein Spiel",
    "a row is missing": "eine Zeile fehlt",
    "The journal {} has no game {}: quarterdeck games lists them.": (
        "Das Tagebuch {} hat kein Spiel {}: quarterdeck games zählt sie auf."
    ),
    "The journal cannot be written ({}): the game goes on in memory. Make room; do not switch off.": (
        "Das Tagebuch lässt sich nicht schreiben ({}): Das Spiel geht im Speicher weiter. "
        "Schaff Platz; nicht ausschalten."
    ),
    "The journal was damaged, and no new one can be begun ({}): {}": (
        "Das Tagebuch war beschädigt, und ein neues lässt sich nicht beginnen ({}): {}"
    ),
    "The journal {} cannot be opened ({}): {}": "Das Tagebuch {} lässt sich nicht öffnen ({}): {}",
    "The journal {} cannot be written ({}): {}": "Das Tagebuch {} lässt sich nicht schreiben ({}): {}",
    "The journal {} is in use: another Quarterdeck is running, stop it first.": (
        "Das Tagebuch {} ist in Gebrauch: Es läuft noch ein Quarterdeck, beende es zuerst."
    ),
    "The journal {} is damaged ({}): quarterdeck run sets it aside.": (
        "Das Tagebuch {} ist beschädigt ({}): quarterdeck run legt es beiseite."
    ),
    "The journal {} cannot be copied ({}): make room in {}.": (
        "Das Tagebuch {} lässt sich nicht kopieren ({}): Schaff Platz in {}."
    ),
    "The journal {} is being written too fast to be read: try again.": (
        "Das Tagebuch {} wird zu schnell beschrieben: noch einmal versuchen."
    ),
    "set another place in [journal] of the configuration, or make room and mend the permissions.": (
        "Setz in [journal] einen anderen Ort, oder schaff Platz und bring die Rechte in Ordnung."
    ),
    "{} is a database, but no journal of Quarterdeck: {}": "{} ist eine Datenbank, aber kein Tagebuch: {}",
    "The journal {} has schema {}, this version writes {}: {}": (
        "Das Tagebuch {} hat das Schema {}, diese Version schreibt {}: {}"
    ),
    "it holds “{}”, which is none of its own": "darin steht „{}“, was nicht hineingehört",
    "{} is of schema {}, this version reads {}: use a matching one.": (
        "{} hat das Schema {}, diese Version liest {}: Nimm eine passende."
    ),
    "{} is not a backup of Quarterdeck: it has no configuration or no journal.": (
        "{} ist keine Sicherung von Quarterdeck: Konfiguration oder Tagebuch fehlen."
    ),
    "{} cannot be written: {}. Make room or name another file.": (
        "{} lässt sich nicht schreiben: {}. Schaff Platz, oder nenn eine andere Datei."
    ),
    "{} cannot be read: {}.": "{} lässt sich nicht lesen: {}.",
    "{} is not a backup of Quarterdeck, or only a part of one: copy it again.": (
        "{} ist keine Sicherung von Quarterdeck, oder nur ein Teil davon: noch einmal kopieren."
    ),
    "{} is damaged at {}: copy it again.": "{} ist bei {} beschädigt: noch einmal kopieren.",
    "{} is more than {} MB when it is unpacked: no backup is as large.": (
        "{} ist ausgepackt mehr als {} MB: So groß ist keine Sicherung."
    ),
    "{} cannot be put back: {}": "{} lässt sich nicht zurücklegen: {}",
    "The backup cannot be put back ({}): make room and mend permissions.": (
        "Die Sicherung lässt sich nicht zurücklegen ({}): Schaff Platz, und bring die Rechte in Ordnung."
    ),
    "Its journal lies in another folder: put it back at the table, by quarterdeck restore.": (
        "Ihr Tagebuch liegt in einem anderen Ordner: Leg sie am Gerät zurück, mit quarterdeck restore."
    ),
    "Its [web] is written in a way that cannot be changed: {}": "Ihr [web] lässt sich so nicht ändern: {}",
    "Its [panel] is written in a way that cannot be changed: {}": "Ihr [panel] lässt sich so nicht ändern: {}",
    "restore it on the machine, with quarterdeck restore.": "Spiel sie am Gerät zurück, mit quarterdeck restore.",
    "The Wi-Fi password cannot be left out: write wifi_password in one line, {}.": (
        "Das WLAN-Passwort lässt sich nicht weglassen: Schreib wifi_password in eine Zeile, {}."
    ),
    "under [web] of the configuration": "unter [web] der Konfiguration",
    "The Wi-Fi password cannot be left out: it stands in a comment too. Delete it there.": (
        "Das WLAN-Passwort lässt sich nicht weglassen: Es steht auch in einem Kommentar. Lösch es dort."
    ),
    "This table has no buttons to allow it: restore a backup on the machine, with quarterdeck restore FILE.": (
        "Dieser Tisch hat keine Tasten, die das erlauben: "
        "Spiel eine Sicherung am Gerät zurück, mit quarterdeck restore DATEI."
    ),
    "This table has no buttons to allow it: take a backup on the machine, with quarterdeck backup FILE.": (
        "Dieser Tisch hat keine Tasten, die das erlauben: Sichere am Gerät, mit quarterdeck backup DATEI."
    ),
    "This table has no buttons to allow it: calibrate it on the machine, with quarterdeck calibrate.": (
        "Dieser Tisch hat keine Tasten, die das erlauben: Miss ihn am Gerät ein, mit quarterdeck calibrate."
    ),
    "This table has no buttons to allow it: set brightness and sounds in [panel] of its configuration.": (
        "Dieser Tisch hat keine Tasten, die das erlauben: "
        "Stell Helligkeit und Töne in [panel] seiner Konfiguration ein."
    ),
    "That was not allowed a moment ago: ask again in a minute.": (
        "Das wurde eben nicht erlaubt: Frag in einer Minute noch einmal."
    ),
    "The table asks for something else now: answer that first, then ask again.": (
        "Der Tisch fragt gerade nach etwas anderem: Beantworte das zuerst, dann frag noch einmal."
    ),
    "The table asks for something else now: ask again.": (
        "Der Tisch fragt gerade nach etwas anderem: Frag noch einmal."
    ),
    "STAND was pressed at the table: that is not allowed.": "Am Tisch wurde STAND gedrückt: Das ist nicht erlaubt.",
    "ROLL was not pressed within ten seconds: ask again.": (
        "ROLL wurde nicht binnen zehn Sekunden gedrückt: Frag noch einmal."
    ),
    "This download was not allowed at the table, or is over: ask for it again.": (
        "Dieser Download wurde am Tisch nicht erlaubt oder ist vorbei: Frag noch einmal danach."
    ),
    "This table keeps nothing that could be taken along.": "Dieser Tisch behält nichts, was sich mitnehmen ließe.",
    "That cannot be put back: {}": "Das lässt sich nicht zurücklegen: {}",
    "Another phone has everything looked at just now: try again.": (
        "Ein anderes Telefon lässt gerade alles ansehen: noch einmal versuchen."
    ),
    "It cannot be written ({}): make room.": "Es lässt sich nicht schreiben ({}): Schaff Platz.",
    "{} cannot be written ({}): make room.": "{} lässt sich nicht schreiben ({}): Schaff Platz.",
    "its layout is not understood": "ihr Aufbau ist nicht zu verstehen",
    "{} cannot be written ({}): {}": "{} lässt sich nicht schreiben ({}): {}",
    "write by hand, under [{}]: {}.": "Schreib von Hand unter [{}]: {}.",
    "delete by hand, under [{}]: {}.": "Lösch von Hand unter [{}]: {}.",
    "{} a camera of kind “{}” needs a path.": "{} Eine Kamera der Art „{}“ braucht einen Pfad.",
    "{} pin {} is used twice, by {}: give each part a pin of its own.": (
        "{} Pin {} wird zweimal benutzt, von {}: Gib jedem Teil einen eigenen."
    ),
    "{} the rail is wider than the tray.": "{} Die Leiste ist breiter als das Brett.",
    "{}, line {}:": "{}, Zeile {}:",
    "{} is not a text file in UTF-8.": "{} ist keine Textdatei in UTF-8.",
    "{} is not TOML: {}.": "{} ist kein TOML: {}.",
    "{} {} is wrong: {}.": "{} {} stimmt nicht: {}.",
    "{} there is no “{}”{}.": "{} „{}“ gibt es nicht{}.",
    "{} [{}] has no “{}”{}.": "{} [{}] hat kein „{}“{}.",
    "Mend what is named above. quarterdeck doctor looks at everything and says what to do about each thing.": (
        "Bring in Ordnung, was oben steht. quarterdeck doctor sieht sich alles an und sagt zu jedem, was zu tun ist."
    ),
    "Then start again: switch off and on, or run systemctl restart quarterdeck. The next start is one as usual.": (
        "Dann neu starten: aus- und einschalten, oder systemctl restart quarterdeck. Der nächste Start ist wie immer."
    ),
    "Nothing that was confirmed is lost: the journal was not touched.": (
        "Nichts Bestätigtes ist verloren: Das Tagebuch blieb unberührt."
    ),
    "ROLL was held while the table started.": "Beim Start war ROLL gedrückt.",
    "The program ended before it was ready, and could not say why.": (
        "Das Programm endete, bevor es bereit war, und konnte nicht sagen, warum."
    ),
    "There are no pins on this machine: buttons and lamp are left out.": (
        "Dieses Gerät hat keine Pins: Tasten und Lampe entfallen."
    ),
    "{} cannot use {}: {}. Buttons and lamp are left out: free it, or name another in [panel] of the configuration.": (
        "{} kann {} nicht benutzen: {}. Tasten und Lampe entfallen: Gib es frei, oder nenn in [panel] etwas anderes."
    ),
    "pin {}": "Pin {}",
    "pins {}": "Pins {}",
    "lamp (red)": "Lampe (rot)",
    "lamp (green)": "Lampe (grün)",
    "lamp (blue)": "Lampe (blau)",
    "encoder (a)": "Drehknopf (a)",
    "encoder (b)": "Drehknopf (b)",
}
"""Nach dem, was auf Englisch gesagt wird."""

WORDS = {"That": "Das"}
