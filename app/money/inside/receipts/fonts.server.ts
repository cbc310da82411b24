import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { brotliDecompressSync } from "node:zlib";

/** Font names in a document: two standard ones, and two that are embedded if needed. */
export type FontName = "Helvetica" | "Helvetica-Bold" | "wide" | "all";
type EmbeddedFont = Exclude<FontName, "Helvetica" | "Helvetica-Bold">;

/** Relative to the working directory of the process, like `public/`. */
const FOLDER = "app/money/inside/receipts/fonts";

/**
 * DejaVu: letters of Europe, the Caucasus and the Near East. Unifont: every letter of Unicode's first plane, as a
 * bitmap.
 */
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

/** Characters of the two standard fonts: the Western European code page of PDF. */
const WESTERN = /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/u;

/** Returns the first font that has all characters of a text, so that no word mixes two; null if there is none. */
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

/** The font reader inside pdfkit. */
function fontkit(): Fontkit {
  return createRequire(createRequire(import.meta.url).resolve("pdfkit"))("fontkit") as Fontkit;
}
