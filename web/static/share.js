// The result as a picture: drawn here, and handed to whatever shares pictures on this machine, else downloaded.

const WIDTH = 1080;
const HEIGHT = 1350;
const EDGE = 84;
const ROW = 104;
const STAR =
  "M0 -12L1.1 -2.8L5.2 -5.2L2.8 -1.1L12 0L2.8 1.1L5.2 5.2L1.1 2.8L0 12L-1.1 2.8L-5.2 5.2L-2.8 1.1L-12 0L-2.8 -1.1L-5.2 -5.2L-1.1 -2.8z";

export async function share(title) {
  const canvas = draw(title, told());
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  await handOver(new File([blob], `quarterdeck-${dayOf(new Date())}.png`, { type: "image/png" }));
}

/** Hand a file to whatever shares it on this machine, or download it. */
export async function handOver(file) {
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return;
    } catch (error) {
      if (error.name === "AbortError") return; // somebody thought better of it
    }
  }
  download(file);
}

function download(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** What the card says. */
function told() {
  const card = document.getElementById("result");
  const text = (root, part) => root.querySelector(part).textContent.trim();
  const lines = [...card.querySelectorAll(".ranking li")].map((line) => ({
    place: text(line, ".place"),
    name: text(line, "bdi"),
    score: text(line, "b"),
    first: line.classList.contains("first"),
  }));
  return { won: text(card, "h2"), game: text(card, ".game"), lines };
}

function draw(title, { won, game, lines }) {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext("2d");
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const write = (text, x, y, { size, face = "sans", weight = 400, ink = "ivory", align = "left", room = WIDTH }) => {
    pen.font = `${weight} ${size}px ${colour(face)}`;
    pen.fillStyle = colour(ink);
    pen.textAlign = align;
    pen.fillText(fitted(pen, text, room), x, y);
  };

  const ground = pen.createRadialGradient(WIDTH / 2, 0, 0, WIDTH / 2, 0, HEIGHT);
  ground.addColorStop(0, colour("glow"));
  ground.addColorStop(0.8, colour("ground"));
  pen.fillStyle = ground;
  pen.fillRect(0, 0, WIDTH, HEIGHT);

  pen.save();
  pen.translate(EDGE + 22, 104);
  pen.scale(2, 2);
  pen.fillStyle = colour("brass");
  pen.fill(new Path2D(STAR));
  pen.restore();
  write(title, EDGE + 66, 118, { size: 42, face: "serif", ink: "faint" });

  let y = 226;
  const room = WIDTH - 2 * EDGE;
  pen.font = `600 68px ${colour("serif")}`;
  for (const line of wrapped(pen, won, room, 3)) {
    write(line, EDGE, y, { size: 68, weight: 600, face: "serif", room });
    y += 80;
  }
  write(game, EDGE, y, { size: 36, ink: "faint", room });
  y += 48;

  const foot = HEIGHT - 116;
  const row = Math.min(ROW, (foot - 30 - y) / lines.length);
  const size = Math.min(50, Math.round(row * 0.62));
  for (const { place, name, score, first } of lines) {
    const base = y + (row + size * 0.72) / 2;
    const weight = first ? 700 : 400;
    const ink = first ? "brass" : "ivory";
    if (first) {
      pen.fillStyle = colour("lifted");
      pen.fillRect(EDGE - 20, y, room + 40, row);
    }
    write(place, EDGE, base, { size, weight, ink: first ? "brass" : "faint" });
    write(score, WIDTH - EDGE, base, { size, weight, ink, align: "right" });
    write(name, EDGE + size * 1.8, base, { size, weight, ink, room: room - size * 1.8 - pen.measureText(score).width - 40 });
    pen.fillStyle = colour("line");
    pen.fillRect(EDGE - 20, y + row - 2, room + 40, 2);
    y += row;
  }

  const { lang } = document.documentElement;
  const today = new Date().toLocaleDateString(lang === "en" ? "en-GB" : lang, { dateStyle: "long" });
  write(today, WIDTH / 2, HEIGHT - 58, { size: 34, ink: "faint", align: "center" });
  return canvas;
}

/** The text, cut where there is no more room. */
export function fitted(pen, text, room) {
  if (pen.measureText(text).width <= room) return text;
  const letters = graphemes(text);
  while (letters.length && pen.measureText(`${letters.join("")}…`).width > room) letters.pop();
  return `${letters.join("")}…`;
}

/** The text in at most so many lines; a word that is wider than the picture is broken. */
export function wrapped(pen, text, room, most) {
  const lines = [""];
  for (const word of text.split(/(?<= )/)) {
    for (const part of pen.measureText(word).width > room ? graphemes(word) : [word]) {
      if (pen.measureText((lines.at(-1) + part).trimEnd()).width > room) lines.push("");
      lines.push(lines.pop() + part);
    }
  }
  return lines.length > most ? [...lines.slice(0, most - 1), lines.slice(most - 1).join("")] : lines;
}

const graphemes = (text) =>
  "Segmenter" in Intl ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment) : [...text];

const dayOf = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => `${n}`.padStart(2, "0")).join("-");
