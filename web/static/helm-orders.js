// Orders to the table: each is sent until there is an answer, and done only once, whatever the network does meanwhile.

const KEPT = "helm-order";
const PATIENCE = 6_000;
/** What is beside the game may wait for a press at the table, which takes up to ten seconds. */
const PATIENCE_AT_THE_TABLE = 30_000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 4_000;
const GIVE_UP = 60_000;

/** What depends on a moment of the game; what is only kept beside it has a key alone, and the helm itself neither. */
const OF_THE_GAME = /^\/api\/(moves|buttons|pause|camera|corrections|games(\/reopen)?|tournament\/start)$/;
const OF_THE_HELM = /^\/api\/(helm|screens|owner|system)/;

let giving = null;
let reached = 0;

/**
 * Give these orders one after the other, decided on at `moment` (boot:revision), as far as they are done.
 *
 * `told(state)` hears "sending", "again" while there is no answer, and "" once there is. The result is that of the last
 * order: `{status, said}` as the API told it, or `{status: 0}` where nobody answered in time.
 */
export function give(orders, moment, told) {
  if (giving) return giving;
  giving = all(orders, moment, told).finally(() => (giving = null));
  return giving;
}

/** Whether an order is on its way. */
export const isGiving = () => giving !== null;

/** The answer to the order that is on its way. */
export const given = () => giving;

/** Whether an order of this page led to this moment of the table (boot:revision), as far as is known. */
export const isOwn = (moment) => isGiving() || momentOf(moment).revision <= reached;

/** What was on its way when this page was left: it is sent again, under the same key. */
export function goOn(told) {
  const kept = read();
  if (!kept || giving) return null;
  giving = send(kept, told).finally(() => (giving = null));
  return giving;
}

async function all(orders, moment, told) {
  let answer = { status: 200, said: {} };
  let at = momentOf(moment);
  for (const [path, said] of orders) {
    const body = OF_THE_HELM.test(path) ? said : { ...said, key: newKey(), ...(OF_THE_GAME.test(path) ? at : {}) };
    answer = await send({ path, body, since: Date.now() }, told);
    if (answer.status !== 200) break;
    const { state } = answer.said;
    if (state) at = { boot: state.boot, revision: (reached = state.revision) };
  }
  return answer;
}

async function send(order, told) {
  told("sending");
  const again = Boolean(order.body.key);
  if (again) keep(order);
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    const answer = await ask(order);
    if (answer && (answer.status !== 503 || !again)) return done(answer, told);
    if (!again || Date.now() - order.since > GIVE_UP) return done({ status: 0, said: {} }, told);
    told("again");
    await new Promise((go) => {
      setTimeout(go, wait);
      addEventListener("online", go, { once: true });
    });
  }
}

function done(answer, told) {
  forget();
  told("");
  return answer;
}

async function ask({ path, body }) {
  const patience = new AbortController();
  const late = setTimeout(() => patience.abort(), OF_THE_GAME.test(path) ? PATIENCE : PATIENCE_AT_THE_TABLE);
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: patience.signal,
    });
    return { status: answer.status, said: await answer.json() };
  } catch {
    return null;
  } finally {
    clearTimeout(late);
  }
}

function momentOf(text) {
  const at = text.lastIndexOf(":");
  return { boot: text.slice(0, at), revision: Number(text.slice(at + 1)) };
}

/** No randomUUID: a browser has it only for pages that come encrypted, and a bar's table does not. */
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function keep(order) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(order));
  } catch {
    // without storage an order does not outlive its page
  }
}

function read() {
  try {
    const order = JSON.parse(sessionStorage.getItem(KEPT));
    if (order && Date.now() - order.since < GIVE_UP) return order;
  } catch {
    // nothing was kept
  }
  return null;
}

function forget() {
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // nothing was kept
  }
}
