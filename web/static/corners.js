// The tray's corners over the picture: dragged, tapped, or moved by their numbers.

/** Let the corners of that form be moved on the drawing; return a function that gives their places. */
export function moveCorners(form, drawing) {
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

  draw();
  return places;
}
