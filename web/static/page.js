import { celebrate, motionOf } from "./motion.js";
import { helpAlong } from "./help.js";
import { follow } from "./live.js";
import "./frame.js";
import { morph } from "./morph.js";

const link = document.getElementById("link");

function show(html) {
  const shown = document.getElementById("table");
  const next = parse(html);
  if (next.dataset.build !== shown.dataset.build) {
    location.reload();
  } else if (next.dataset.id !== shown.dataset.id) {
    const news = isNews(shown.dataset, next.dataset);
    const move = motionOf(shown);
    morph(shown, next);
    move();
    if (news) celebrate(shown.dataset.cheer);
    helpAlong();
  }
}

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.querySelector("#table");
}

/** Whether the table has gone on by an event: not so after a restart, nor when the same moment is only seen anew. */
function isNews(was, is) {
  const boot = (id) => id.slice(0, id.lastIndexOf(":"));
  return boot(was.id) === boot(is.id) && Number(is.event) > Number(was.event);
}

function tell(state) {
  document.body.dataset.link = state;
  link.textContent = state === "lost" ? link.dataset.lost : "";
}

celebrate("");
follow({ show, tell });
