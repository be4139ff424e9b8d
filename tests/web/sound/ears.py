"""A browser whose loudspeaker and voice write down what they are given."""

from typing import Any

from playwright.sync_api import BrowserContext, Page, Route

from tests.web.conftest import until

VOICES = """[
    { name: "Far English", lang: "en-GB", localService: false, default: true },
    { name: "American", lang: "en_US", localService: true, default: true },
    { name: "English", lang: "en-GB", localService: true, default: false },
    { name: "Deutsch", lang: "de-DE", localService: true, default: false },
    { name: "Español", lang: "es-ES", localService: true, default: false },
    { name: "Français", lang: "fr-FR", localService: true, default: false },
]"""

SPEECH = """
    window.heard = [];
    const voices = VOICES;
    const synth = new EventTarget();
    Object.assign(synth, {
        speaking: null,
        getVoices: () => (window.voicesAreLate ? [] : voices),
        cancel: () => (synth.speaking = null),
        resume: () => {},
        speak: (one) => {
            if (synth.speaking) window.heard.push("TWO AT ONCE");
            synth.speaking = one;
            if (one.volume) window.heard.push(`${one.voice.name}: ${one.text}`);
        },
    });
    Object.defineProperty(window, "speechSynthesis", { value: synth });
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    window.findVoices = () => { window.voicesAreLate = false; synth.dispatchEvent(new Event("voiceschanged")); };
"""

EFFECTS = "export const EFFECTS = new Proxy({}, { get: (all, name) => () => { window.heard.push(name); return 0; } });"


def lend_ears(page: Page, voices: str = VOICES, *, late: bool = False) -> None:
    """Write down what this page's browser plays and says from now on."""
    page.add_init_script(SPEECH.replace("VOICES", voices) + f"window.voicesAreLate = {str(late).lower()};")
    page.route("**/effects.js", _answer)


def waits(page: Page, condition: str, given: object = None) -> None:
    """Wait until the condition holds; a page’s own way of waiting is against the policy of this one."""
    until(lambda: bool(page.evaluate(condition, given)))


def _answer(route: Route) -> None:
    route.fulfill(body=EFFECTS, content_type="text/javascript")


def wish(context: BrowserContext, url: str, **wishes: str) -> None:
    """What a screen has chosen."""
    context.add_cookies([{"name": name, "value": value, "url": url} for name, value in wishes.items()])


def heard(page: Page, count: int) -> list[Any]:
    """What was heard, once it is so much."""
    waits(page, "count => window.heard.length >= count", count)
    found: list[Any] = page.evaluate("window.heard")
    return found
