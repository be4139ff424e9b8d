// One of the table's own screens: it shows the codes of phones that ask for the helm.

const EVERY = 2_000;
const list = document.getElementById("codes");

async function look() {
  try {
    const answer = await fetch(`/tv/codes${location.search}`, { cache: "no-store" });
    if (answer.status === 403) return list.remove();
    const html = answer.ok ? await answer.text() : "";
    if (list.innerHTML !== html) list.innerHTML = html;
  } catch {
    list.replaceChildren(); // a code that may be old is not shown
  }
  return setTimeout(look, EVERY);
}

look();
