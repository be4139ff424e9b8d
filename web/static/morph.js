/** Make `from` the same as `to`, keeping every element that has a counterpart: by id or data-key, else by place. */
export function morph(from, to) {
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  if (from.hasAttribute("data-own")) return; // it belongs to this viewer, and is not the same on all pages
  morphAttributes(from, to);
  morphChildren(from, to);
}

function morphAttributes(from, to) {
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
}

function morphChildren(from, to) {
  const keyed = new Map();
  for (const child of from.children) if (keyOf(child)) keyed.set(keyOf(child), child);

  let at = from.firstChild;
  for (const want of [...to.childNodes]) {
    const key = keyOf(want);
    const have = key ? keyed.get(key) : at;
    if (have && have.nodeName === want.nodeName && keyOf(have) === key) {
      if (have === at) at = at.nextSibling;
      else from.insertBefore(have, at);
      morph(have, want);
    } else {
      from.insertBefore(want, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function keyOf(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.id || node.dataset.key : undefined;
}
