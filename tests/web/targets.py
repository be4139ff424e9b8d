"""How large what can be tapped on a page is, whether its focus is seen, and the texts of its charts."""

from playwright.sync_api import Page

LEAST = 24
"""Pixels that everything that can be tapped has in both directions."""

FOR_A_THUMB = 44
"""Pixels that rows tapped in play and in New game have on a phone."""

_MEASURE = """([within, least, thumb, isPhone]) => {
    const ALL = "a[href], button, summary, select, textarea, input:not([type=hidden]), [tabindex='0'][role=button]";
    const HELD = "#helm, #new-game, .left, tr.open";
    const labels = (one) => [...(one.labels ?? [])];
    const isHit = (one, x, y) => {
        const at = document.elementFromPoint(x, y);
        const isPart = (part) => part.contains(at) || (at.matches("label") && at.contains(part));
        return Boolean(at) && [one, ...labels(one)].some(isPart);
    };
    const reach = (one, x, y, dx, dy) => {
        let far = 0;
        while (far < thumb && isHit(one, x + dx * (far + 0.5), y + dy * (far + 0.5))) far += 1;
        return far;
    };
    const isRoomy = (one, x, y, wide, high) =>
        [-1, 1].every((way) => isHit(one, x + (way * wide) / 2, y) && isHit(one, x, y + (way * high) / 2));
    const found = [];
    for (const one of document.querySelector(within).querySelectorAll(ALL)) {
        one.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
        const shown = one.checkVisibility({ visibilityProperty: true, opacityProperty: false });
        const boxes = [one, ...labels(one)].map((part) => part.getBoundingClientRect()).filter((box) => box.width > 1);
        const box = boxes.find((rect) => isHit(one, rect.left + rect.width / 2, rect.top + rect.height / 2));
        if (!shown || one.disabled || !boxes.length) continue;
        const words = (one.ariaLabel || one.textContent || one.name || "").trim().slice(0, 30);
        const name = `<${one.localName}${one.id && "#" + one.id}> ${words}`;
        if (!box) { found.push(`${name}: covered`); continue; }
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const want = isPhone && one.closest(HELD) ? thumb : least;
        if (isRoomy(one, x, y, least, want)) continue;
        const wide = reach(one, x, y, 1, 0) + reach(one, x, y, -1, 0);
        const high = reach(one, x, y, 0, 1) + reach(one, x, y, 0, -1);
        if (high < want - 1 || wide < least - 1) found.push(`${name}: ${wide}×${high}, not ${want}`);
    }
    return found;
}"""

_HIDDEN_FOCUS = """() => {
    const ALL = "a[href], button, summary, select, textarea, input:not([type=hidden]), [tabindex='0']";
    const SHARES = [0.02, 0.25, 0.5, 0.75, 0.98];
    const isSeen = (one) => [one, ...(one.labels ?? [])].some((part) => {
        const box = part.getBoundingClientRect();
        return SHARES.some((x) => SHARES.some((y) => {
            const at = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
            return at && part.contains(at);
        }));
    });
    const found = [];
    for (const one of document.querySelectorAll(ALL)) {
        one.focus();
        if (document.activeElement === one && !isSeen(one)) found.push(one.outerHTML.slice(0, 100));
    }
    return found;
}"""

_SMALL_TEXTS = """(least) => [...document.querySelectorAll("svg text")]
    .filter((one) => one.checkVisibility() && one.textContent.trim())
    .map((one) => [one.textContent, parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().d])
    .filter(([, size]) => size < least)
    .map(([text, size]) => `${text}: ${size.toFixed(1)} px`)"""


def too_small(page: Page, *, is_phone: bool, within: str = "body") -> list[str]:
    """Return what can be tapped on the page and is too small, or lies under something else, by its name."""
    found: list[str] = page.evaluate(_MEASURE, [within, LEAST, FOR_A_THUMB, is_phone])
    return found


def hidden_focus(page: Page) -> list[str]:
    """Return what has the focus unseen, behind a bar or outside the screen, when the keyboard comes to it."""
    found: list[str] = page.evaluate(_HIDDEN_FOCUS)
    return [f"hidden while it has the focus: {one}" for one in found]


def small_texts(page: Page, least: float = 12) -> list[str]:
    found: list[str] = page.evaluate(_SMALL_TEXTS, least - 0.05)
    return found
