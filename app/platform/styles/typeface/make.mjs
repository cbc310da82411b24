// `npm run typeface`: cuts the typeface down to the characters on our screens, and measures it for the fallback in
// typeface.css.
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as fontkit from "fontkit";
import subsetFont from "subset-font";

const here = import.meta.dirname;
const source = dirname(createRequire(import.meta.url).resolve("@fontsource-variable/instrument-sans/package.json"));

/** Ranges of code points. Latin is on every page; the rest is loaded if a name needs it. */
const PARTS = {
  latin: [
    [0x20, 0x7e],
    [0xa0, 0xff],
    [0x131, 0x131],
    [0x152, 0x153],
    [0x2c6, 0x2c6],
    [0x2da, 0x2da],
    [0x2dc, 0x2dc],
    [0x2010, 0x2026],
    [0x2039, 0x203a],
    [0x20ac, 0x20ac],
    [0x2122, 0x2122],
    [0x2191, 0x2193],
    [0x2212, 0x2212],
  ],
  "latin-ext": [
    [0x100, 0x130],
    [0x132, 0x151],
    [0x154, 0x17f],
    [0x218, 0x21b],
    [0x1e9e, 0x1e9e],
    [0x1e80, 0x1e85],
    [0x1ef2, 0x1ef3],
  ],
};
const WEIGHTS = { min: 400, max: 700 };
/** Frequency of letters in English text, in thousandths, which decides a line's width. */
const FREQUENCY = "a65 b12 c22 d33 e103 f20 g16 h50 i57 j1 k6 l33 m20 n57 o61 p15 q1 r50 s53 t75 u23 v8 w17 x1 y14 z1";

for (const [part, ranges] of Object.entries(PARTS)) {
  const whole = await readFile(join(source, "files", `instrument-sans-${part}-wght-normal.woff2`));
  const text = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
  const cut = await subsetFont(whole, String.fromCodePoint(...text), {
    targetFormat: "woff2",
    variationAxes: { wght: WEIGHTS },
  });
  await writeFile(join(here, `instrument-sans-${part}.woff2`), cut);
  const range = ranges.map(([from, to]) => `U+${from.toString(16)}${to === from ? "" : `-${to.toString(16)}`}`);
  process.stdout.write(`${part}: ${cut.length} bytes\n  unicode-range: ${range.join(", ").toUpperCase()}\n`);
}

const ours = await measured(join(here, "instrument-sans-latin.woff2"));
// Liberation Sans has the widths of Arial, which most machines have.
const theirs = await measured(process.argv[2] ?? "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf");
const adjust = ours.width / theirs.width;
const percent = (part) => `${(part * 100).toFixed(2)}%`;
process.stdout.write(`fallback:
  size-adjust: ${percent(adjust)}
  ascent-override: ${percent(ours.ascent / adjust)}
  descent-override: ${percent(ours.descent / adjust)}
  line-gap-override: ${percent(ours.gap / adjust)}\n`);

/** Measures a font, in parts of its em: the mean width of a letter and the space, and its heights. */
async function measured(path) {
  const font = fontkit.create(await readFile(path));
  const em = (units) => units / font.unitsPerEm;
  const advance = (letter) => em(font.glyphForCodePoint(letter.codePointAt(0)).advanceWidth);
  const letters = [...FREQUENCY.split(" ").map((one) => [one[0], Number(one.slice(1))]), [" ", 183]];
  const all = letters.reduce((sum, [, times]) => sum + times, 0);
  const width = letters.reduce((sum, [letter, times]) => sum + advance(letter) * times, 0) / all;
  return { width, ascent: em(font.ascent), descent: em(-font.descent), gap: em(font.lineGap) };
}
