import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { brotliDecompressSync } from "node:zlib";

/** Names under which a document knows its fonts: two that every reader has, and two that are embedded where they are needed. */
export type FontName = "Helvetica" | "Helvetica-Bold" | "wide" | "all";
type EmbeddedFont = Exclude<FontName, "Helvetica" | "Helvetica-Bold">;

/** Like `public/`, found in the working directory of the process. */
const FOLDER = "app/domain/receipts/fonts";

/** Letters of Europe, the Caucasus and the Near East (DejaVu); every letter of the first plane of Unicode, drawn on a grid (Unifont). */
const FILES: Record<EmbeddedFont, () => Buffer> = {
  wide: () => readFileSync(resolve(FOLDER, "DejaVuSans.ttf")),
  all: () => brotliDecompressSync(readFileSync(resolve(FOLDER, "UnifontEX.ttf.br"))),
};

const loaded = new Map<EmbeddedFont, Buffer>();

export function fontFile(name: EmbeddedFont): Buffer {
  const known = loaded.get(name) ?? FILES[name]();
  loaded.set(name, known);
  return known;
}

/** What the two standard fonts can show: the Western European code page, by which PDF encodes them. */
const WESTERN = /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/u;

/** The first font that has all of a text, so that no word mixes two of them; null where none has. */
export function fontOf(text: string, bold: boolean): FontName | null {
  if (WESTERN.test(text)) return bold ? "Helvetica-Bold" : "Helvetica";
  return (["wide", "all"] as const).find((name) => [...text].every((letter) => has(name, letter))) ?? null;
}

interface Fontkit {
  create(file: Buffer): { hasGlyphForCodePoint(codePoint: number): boolean };
}

const tables = new Map<EmbeddedFont, ReturnType<Fontkit["create"]>>();

function has(name: EmbeddedFont, letter: string): boolean {
  const table = tables.get(name) ?? fontkit().create(fontFile(name));
  tables.set(name, table);
  return table.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
}

/** The reader of fonts that pdfkit brings with it. */
function fontkit(): Fontkit {
  return createRequire(createRequire(import.meta.url).resolve("pdfkit"))("fontkit") as Fontkit;
}
