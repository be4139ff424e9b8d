// The tray's corners over the live picture: dragged, tapped, or moved by their numbers.

import { order, say } from "./helm.js";

const PAUSE = 1_000;
const PATIENCE = 3_000;

const form = document.getElementById("corners");
const drawing = document.getElementById("outline");
const view = document.getElementById("view");

if (form) {
  const points = [...form.querySelectorAll(".corner-points fieldset")].map((point) => ({
    x: point.querySelector("[data-axis=x]"),
    y: point.querySelector("[data-axis=y]"),
  }));
  const places = () => points.map(({ x, y }) => [Number(x.value), Number(y.value)]);

  const draw = () => {
    drawing.querySelector(".line").setAttribute("d", `M${places().map((place) => place.join(" ")).join("L")}z`);
    [...drawing.querySelectorAll(".corner")].forEach((corner, number) => {
      const [x, y] = places()[number];
      for (const circle of corner.children) {
        circle.setAttribute("cx", x);
        circle.setAttribute("cy", y);
      }
    });
  };

  const put = (number, x, y) => {
    points[number].x.value = x.toFixed(1);
    points[number].y.value = y.toFixed(1);
    draw();
  };

  const under = ({ clientX, clientY }) => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(drawing.getScreenCTM().inverse());
    return [x, y];
  };

  drawing.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    const [x, y] = under(event);
    const away = ([otherX, otherY]) => Math.hypot(otherX - x, otherY - y);
    const near = places().map((place, number) => [away(place), number]);
    const number = near.sort(([one], [other]) => one - other)[0][1];
    const drag = (moved) => put(number, ...under(moved));
    drag(event);
    drawing.setPointerCapture(event.pointerId);
    drawing.addEventListener("pointermove", drag);
    drawing.addEventListener("lostpointercapture", () => drawing.removeEventListener("pointermove", drag), { once: true });
  });

  form.addEventListener("input", draw);
  form.addEventListener("keydown", (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const { axis } = event.target.dataset;
    if (!by || !axis) return;
    event.preventDefault();
    const way = axis === "y" ? -by : by;
    event.target.value = (Number(event.target.value) + way * (event.shiftKey ? 10 : 1)).toFixed(1);
    draw();
  });

  const keep = async (said) => {
    const answer = await order([["/api/calibration", said]], form);
    if (answer?.status === 200) say(form.dataset.kept);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keep({ corners: places().flat() });
  });
  document.getElementById("by-markers").addEventListener("click", () => keep({}));

  const next = () => setTimeout(() => !document.hidden && (view.src = `${view.dataset.src}?at=${Date.now()}`), PAUSE);
  view.addEventListener("load", next);
  view.addEventListener("error", () => setTimeout(next, 4 * PAUSE));
  document.addEventListener("visibilitychange", next);
  draw();
  next();
}

// While there is no picture the page looks again by itself, as it says, for whoever looks at it.
if (document.getElementById("no-picture")) {
  setInterval(() => document.hidden || location.reload(), PATIENCE);
}
