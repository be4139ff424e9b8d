"""Was mit dem Kasten ist: Tagebuch, Sicherungen, Einstellungen, abgesicherter Modus."""

PHRASES = {
    "The journal was damaged ({}) and was repaired: {}. The damaged file is kept as {}.": (
        "Das Tagebuch war beschädigt ({}) und wurde repariert: {}. Die beschädigte Datei bleibt als {} erhalten."
    ),
    "all {} confirmed events were saved": "alle {} bestätigten Ereignisse sind gerettet",
    "{} of {} confirmed events were saved": "{} von {} bestätigten Ereignissen sind gerettet",
    "{} confirmed events were saved, {} games lack their end": (
        "{} bestätigte Ereignisse sind gerettet, {} Spielen fehlt das Ende"
    ),
    "a row is missing": "eine Zeile fehlt",
    "nothing could be saved": "nichts war zu retten",
    "{}, and no new one can be written: {}": "{}, und ein neues lässt sich nicht schreiben: {}",
    "its write-ahead log has a hole": "sein Vorauslog hat ein Loch",
    "the end of its write-ahead log cannot be read": "das Ende seines Vorauslogs ist nicht zu lesen",
    "its log cannot be written into it": "sein Vorauslog lässt sich nicht einarbeiten",
    "event {} of game {} is not what was written": "Ereignis {} von Spiel {} ist nicht, was geschrieben wurde",
    "event {} of game {} is not the one that was confirmed": (
        "Ereignis {} von Spiel {} ist nicht das, was bestätigt wurde"
    ),
    "another event is in the place of event {} of game {}": (
        "an der Stelle von Ereignis {} von Spiel {} steht ein anderes"
    ),
    "event {} of all is missing": "das {}. Ereignis fehlt",
    "the checksums of its events are damaged": "die Prüfsummen seiner Ereignisse sind beschädigt",
    "an opening of a game is missing or damaged": "der Beginn eines Spiels fehlt oder ist beschädigt",
    "its id is missing or damaged": "seine Kennung fehlt oder ist beschädigt",
    "what it holds cannot be read": "sein Inhalt ist nicht zu lesen",
    "a part of it": "ein Teil davon",
    "it has schema {}, this version writes {}": "es hat das Schema {}, diese Version schreibt {}",
    "The memory card has lost {} confirmed events of the journal: {} are left. Replace the card.": (
        "Die Speicherkarte hat {} bestätigte Ereignisse des Tagebuchs verloren: {} sind übrig. Tausch die Karte aus."
    ),
    (
        "The journal {} is gone, which held {} events: a new one was begun. "
        "If it was moved on purpose, nothing is wrong."
    ): (
        "Das Tagebuch {} mit {} Ereignissen ist weg: Ein neues wurde begonnen. "
        "Wurde es mit Absicht verschoben, ist alles in Ordnung."
    ),
    (
        "The journal comes from a newer version of Quarterdeck ({}): it is kept as {}, and a new journal was begun. "
        "Update this table to use it."
    ): (
        "Das Tagebuch stammt von einer neueren Version ({}): Es bleibt als {} erhalten, und ein neues wurde begonnen. "
        "Aktualisiere diesen Tisch, um es zu benutzen."
    ),
    (
        "Game {} comes from a newer version of Quarterdeck: it is kept, and a new game was begun. "
        "Update this table to go on with it."
    ): (
        "Spiel {} stammt von einer neueren Version: Es bleibt erhalten, und ein neues wurde begonnen. "
        "Aktualisiere diesen Tisch, um es fortzusetzen."
    ),
    "Game {} comes from a newer version of Quarterdeck: update this table to go on with it.": (
        "Spiel {} stammt von einer neueren Version: Aktualisiere diesen Tisch, um es fortzusetzen."
    ),
    "The journal {} comes from a newer version of Quarterdeck ({}): update this one.": (
        "Das Tagebuch {} stammt von einer neueren Version ({}): Aktualisiere diese."
    ),
    "{} comes from a newer version of Quarterdeck ({}): update this one.": (
        "{} stammt von einer neueren Version ({}): Aktualisiere diese."
    ),
    (
        "The journal cannot be written ({}): the game goes on in memory, and is lost if the table is switched off. "
        "Make room; do not switch off."
    ): (
        "Das Tagebuch lässt sich nicht schreiben ({}): Das Spiel geht im Speicher weiter und ist verloren, "
        "wenn der Tisch ausgeschaltet wird. Schaff Platz; nicht ausschalten."
    ),
    "The journal is damaged ({}): it is repaired at the next start.": (
        "Das Tagebuch ist beschädigt ({}): Es wird beim nächsten Start repariert."
    ),
    "The journal {} cannot be read now: {}": "Das Tagebuch {} lässt sich gerade nicht lesen: {}",
    "The journal {} is a folder: {}": "Das Tagebuch {} ist ein Ordner: {}",
    "The journal {} is damaged ({}): quarterdeck run repairs it.": (
        "Das Tagebuch {} ist beschädigt ({}): quarterdeck run repariert es."
    ),
    "{} cannot be read: it was renamed to {}, and the table goes on without it.": (
        "{} ist nicht zu lesen: Die Datei heißt jetzt {}, und der Tisch macht ohne sie weiter."
    ),
    "{} cannot be read: the table goes on without it.": "{} ist nicht zu lesen: Der Tisch macht ohne die Datei weiter.",
    "The table was not ready after {} seconds.": "Der Tisch war nach {} Sekunden nicht bereit.",
    "The program failed ({}: {}).": "Das Programm ist gescheitert ({}: {}).",
    "The program crashed ({}).": "Das Programm ist abgestürzt ({}).",
    "Put right what is named above. quarterdeck doctor checks everything and says what to do about each thing.": (
        "Bring in Ordnung, was oben steht. quarterdeck doctor prüft alles und sagt zu jedem, was zu tun ist."
    ),
    "The table tries to start again every 15 seconds, and this page goes away when it succeeds.": (
        "Der Tisch versucht alle 15 Sekunden zu starten; gelingt es, verschwindet diese Seite."
    ),
    "Games that were confirmed are safe: this page does not touch the journal.": (
        "Bestätigte Spiele sind sicher: Diese Seite rührt das Tagebuch nicht an."
    ),
    "Switch the table off and on, or run systemctl restart quarterdeck: it then starts as usual.": (
        "Schalte den Tisch aus und ein, oder gib systemctl restart quarterdeck ein: Dann startet er wie immer."
    ),
    "The backup cannot be used here: {}. What was there before is back; the backup’s files are in {}.": (
        "Die Sicherung ist hier nicht zu gebrauchen: {}. Was vorher da war, ist wieder da; "
        "die Dateien der Sicherung sind in {}."
    ),
    "The backup cannot be used here ({}), nor taken away ({}): make room.": (
        "Die Sicherung ist hier weder zu gebrauchen ({}) noch wegzunehmen ({}): Schaff Platz."
    ),
    "{} starts with it ended without a word": "{} Starts mit ihr endeten ohne ein Wort",
    (
        "The backup’s page cannot be served on this machine ({}): put right [web] in the configuration of the machine "
        "it comes from, or keep this machine’s by quarterdeck restore --keep-config."
    ): (
        "Die Seite der Sicherung lässt sich auf diesem Gerät nicht anbieten ({}): Berichtige [web] in der "
        "Konfiguration des Geräts, von dem sie stammt, oder behalte die dieses Geräts mit "
        "quarterdeck restore --keep-config."
    ),
    "{} cannot be written: {}. Make room.": "{} lässt sich nicht schreiben: {}. Schaff Platz.",
    "start the table again: it repairs the journal, and keeps the damaged file beside it": (
        "starte den Tisch neu: Er repariert das Tagebuch und behält die beschädigte Datei daneben"
    ),
    "{} events of {} games, as they were written; id {}": "{} Ereignisse aus {} Spielen, wie geschrieben; Kennung {}",
    "{} events are not what was written, the first {}": "{} Ereignisse sind nicht, was geschrieben wurde, zuerst {}",
    "event {} of game {}": "Ereignis {} von Spiel {}",
    "it is damaged: {}": "es ist beschädigt: {}",
    "nothing was played yet": "es wurde noch nichts gespielt",
    "The journal {} has no game {}: quarterdeck games lists them.": (
        "Das Tagebuch {} hat kein Spiel {}: quarterdeck games zählt sie auf."
    ),
    "The journal was damaged, and no new one can be begun ({}): {}": (
        "Das Tagebuch war beschädigt, und ein neues lässt sich nicht beginnen ({}): {}"
    ),
    "The journal {} cannot be opened ({}): {}": "Das Tagebuch {} lässt sich nicht öffnen ({}): {}",
    "The journal {} is in use: another Quarterdeck is running, stop it first.": (
        "Das Tagebuch {} ist in Gebrauch: Es läuft noch ein Quarterdeck, beende es zuerst."
    ),
    "The journal {} cannot be copied ({}): make room where temporary files lie.": (
        "Das Tagebuch {} lässt sich nicht kopieren ({}): Schaff Platz, wo temporäre Dateien liegen."
    ),
    "What belongs to {} cannot be read ({}): mend the disk or the permissions.": (
        "Was zu {} gehört, lässt sich nicht lesen ({}): Bring die Karte oder die Rechte in Ordnung."
    ),
    "The journal {} is being written too fast to be read: try again.": (
        "Das Tagebuch {} wird zu schnell beschrieben: noch einmal versuchen."
    ),
    "set another place in [journal] of the configuration, or make room and mend the permissions.": (
        "Setz in [journal] einen anderen Ort, oder schaff Platz und bring die Rechte in Ordnung."
    ),
    "{} is a database, but no journal of Quarterdeck: {}": "{} ist eine Datenbank, aber kein Tagebuch: {}",
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
    "{} is missing: write one with quarterdeck init {}.": "{} fehlt: quarterdeck init {} schreibt eine.",
    "{} cannot be read by this user: run the command with sudo.": (
        "{} darf dieser Benutzer nicht lesen: den Befehl mit sudo ausführen."
    ),
    "{} “{}” belongs under [{}].": "{} „{}“ gehört unter [{}].",
    "{} is a section: write [{}] on a line above its keys.": (
        "{} ist ein Abschnitt: Schreib [{}] in eine Zeile über seinen Angaben."
    ),
    "{}.{} can only be {}.": "{}.{} kann nur sein: {}.",
    "true or false": "true oder false",
    "text in quotes": "Text in Anführungszeichen",
    "a whole number from {} to {}": "eine ganze Zahl von {} bis {}",
    "a whole number from {} on": "eine ganze Zahl ab {}",
    "a number above {}": "eine Zahl über {}",
    "a number above {}, up to {}": "eine Zahl über {}, höchstens {}",
    "a number from {} on": "eine Zahl ab {}",
    "a number from {} to {}": "eine Zahl von {} bis {}",
    "a list, each item {}": "eine Liste, je Eintrag {}",
    "a list of {} items, each {}": "eine Liste von {} Einträgen, je {}",
    "a table of keys and values": "eine Tabelle von Angaben",
    "{} there is no “{}”{}": "{} „{}“ gibt es nicht{}",
    "{} [{}] has no “{}”{}": "{} [{}] hat kein „{}“{}",
    "; known are {}.": ". Es gibt {}.",
    "ROLL was held while the table started.": "Beim Start war ROLL gedrückt.",
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

WORDS = {"That": "Das", "a number": "eine Zahl"}
