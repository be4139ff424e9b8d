// The evening as one picture, drawn on the phone: winners, the best rolls, their pictures, the bill.

import { fitted, handOver, wrapped } from "./share.js";

const WIDTH = 1080;
const EDGE = 84;
const ROOM = WIDTH - 2 * EDGE;
/** Lines of one part; the page has all of them. */
const MOST_LINES = 8;
const MOST_FILMS = 4;
const FRAMES = 24;

export async function share(page) {
  const canvas = await drawn(page);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  await handOver(new File([blob], `${page.dataset.file}.png`, { type: "image/png" }));
}

const text = (element) => element.textContent.replace(/\s+/g, " ").trim();

/** What the page says, part by part: lines of a name and a value. */
function told(page) {
  return [...page.querySelectorAll("[data-share]")].map((part) => {
    const lines = [...part.querySelectorAll("li, tbody tr")].map((line) => {
      const name = line.querySelector("bdi");
      const values = [...line.querySelectorAll(".faint, b, td")].map(text);
      return { name: text(name), value: values.join("  ·  ") };
    });
    return { heading: text(part.querySelector("h2")), lines: lines.slice(0, MOST_LINES), more: lines.length > MOST_LINES };
  });
}

async function drawn(page) {
  const films = [...page.querySelectorAll(".films .film")].slice(0, MOST_FILMS);
  await Promise.allSettled(films.map((film) => film.querySelector("img").decode()));
  const parts = told(page);
  const lines = parts.reduce((sum, part) => sum + part.lines.length, 0);
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.min(4096, 470 + parts.length * 150 + lines * 74 + Math.ceil(films.length / 2) * 420);
  const pen = canvas.getContext("2d");
  const bottom = paint(pen, page, parts, films, canvas.height);
  const cut = document.createElement("canvas");
  cut.width = WIDTH;
  cut.height = Math.min(canvas.height, bottom + 60);
  cut.getContext("2d").drawImage(canvas, 0, 0);
  return cut;
}

function paint(pen, page, parts, films, height) {
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const write = (words, x, y, { size, face = "sans", weight = 400, ink = "ivory", align = "left", room = ROOM }) => {
    pen.font = `${weight} ${size}px ${colour(face)}`;
    pen.fillStyle = colour(ink);
    pen.textAlign = align;
    pen.fillText(fitted(pen, words, room), x, y);
    return pen.measureText(words).width;
  };
  const ground = pen.createRadialGradient(WIDTH / 2, 0, 0, WIDTH / 2, 0, height);
  ground.addColorStop(0, colour("glow"));
  ground.addColorStop(0.8, colour("ground"));
  pen.fillStyle = ground;
  pen.fillRect(0, 0, WIDTH, height);

  write(page.dataset.title, EDGE, 118, { size: 40, face: "serif", ink: "brass" });
  let y = 210;
  pen.font = `600 64px ${colour("serif")}`;
  for (const line of wrapped(pen, text(page.querySelector("h1")), ROOM, 2)) {
    write(line, EDGE, y, { size: 64, weight: 600, face: "serif" });
    y += 74;
  }
  write(text(page.querySelector("h1 + p")), EDGE, y, { size: 34, ink: "faint" });
  y += 30;

  for (const { heading, lines, more } of parts) {
    y += 84;
    write(heading, EDGE, y, { size: 44, weight: 600, face: "serif", ink: "brass" });
    y += 20;
    for (const { name, value } of lines) {
      y += 58;
      const taken = write(value, WIDTH - EDGE, y, { size: 38, weight: 600, align: "right" });
      write(name, EDGE, y, { size: 38, room: ROOM - taken - 30 });
      pen.fillStyle = colour("line");
      pen.fillRect(EDGE, y + 16, ROOM, 2);
    }
    if (more) {
      y += 48;
      write("…", EDGE, y, { size: 38, ink: "faint" });
    }
  }
  if (films.length) y = paintFilms(pen, films, y + 60, write);
  return y;
}

/** The last picture of each throw, two in a row. */
function paintFilms(pen, films, from, write) {
  const width = (ROOM - 24) / 2;
  let y = from;
  let bottom = from;
  films.forEach((film, number) => {
    const image = film.querySelector("img");
    if (!image.naturalWidth) return;
    const tall = image.naturalHeight / FRAMES;
    const height = (width * tall) / image.naturalWidth;
    const x = EDGE + (number % 2) * (width + 24);
    if (number % 2 === 0) y = bottom;
    pen.drawImage(image, 0, image.naturalHeight - tall, image.naturalWidth, tall, x, y, width, height);
    const scale = width / image.naturalWidth;
    for (const sign of film.querySelectorAll(".read g")) {
      const words = sign.querySelector("text");
      pen.font = "700 26px sans-serif";
      pen.textAlign = "center";
      pen.lineWidth = 6;
      pen.strokeStyle = "#000";
      pen.fillStyle = "#fff";
      const [at, up] = [x + words.getAttribute("x") * scale, y + words.getAttribute("y") * scale];
      pen.strokeText(words.textContent, at, up);
      pen.fillText(words.textContent, at, up);
    }
    write(text(film.querySelector(".caption")), x, y + height + 36, { size: 28, ink: "faint", room: width });
    if (number % 2 === 1 || number === films.length - 1) bottom = y + height + 70;
  });
  return bottom;
}
