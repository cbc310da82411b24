import { inflateSync } from "node:zlib";

export interface PdfText {
  pages: number;
  /** The text that a reader can copy out of it, one line per piece of text. */
  lines: string[];
  text: string;
}

/** Reads a document of ours: its pages, and their text through the fonts' own tables. */
export function readPdf(file: Uint8Array): PdfText {
  const objects = readObjects(Buffer.from(file));
  const contents = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head));
  const lines = contents.flatMap(({ head }) => {
    const letters = lettersOfFonts(objects, head);
    return textOf(streamOf(objects, head, "Contents"), letters);
  });
  return { pages: contents.length, lines, text: lines.join("\n") };
}

interface PdfObject {
  head: string;
  stream: string;
}

function readObjects(file: Buffer): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  const source = file.toString("latin1");
  for (const match of source.matchAll(/^(\d+) 0 obj\n([\s\S]*?)(?:\nendobj|stream\n)/gm)) {
    const [whole, id = "", head = ""] = match;
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const start = match.index + whole.length;
    const raw = whole.endsWith("stream\n") ? file.subarray(start, start + length) : Buffer.alloc(0);
    const packed = head.includes("/FlateDecode");
    objects.set(id, { head, stream: (packed ? inflateSync(raw) : raw).toString("latin1") });
  }
  return objects;
}

function streamOf(objects: Map<string, PdfObject>, head: string, name: string): string {
  return objects.get(new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? "")?.stream ?? "";
}

/** Reads for each font of a page the letter of each code, or null if codes are letters. */
function lettersOfFonts(objects: Map<string, PdfObject>, page: string): Map<string, string[] | null> {
  const resources = objects.get(/\/Resources (\d+) 0 R/.exec(page)?.[1] ?? "")?.head ?? "";
  const fonts = new Map<string, string[] | null>();
  for (const [, name = "", id = ""] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const table = streamOf(objects, objects.get(id)?.head ?? "", "ToUnicode");
    const ranges = [...table.matchAll(/\[([^\]]*)\]/g)].flatMap(([, range = ""]) => [
      ...range.matchAll(/<([0-9a-f ]*)>/g),
    ]);
    fonts.set(name, table === "" ? null : ranges.map(([, hex = ""]) => utf16(hex)));
  }
  return fonts;
}

function textOf(content: string, fonts: Map<string, string[] | null>): string[] {
  const lines: string[] = [];
  let letters: string[] | null = null;
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? null;
    else lines.push(decode([...(shown ?? "").matchAll(/<([0-9a-f]+)>/g)].map((hex) => hex[1]).join(""), letters));
  }
  return lines;
}

function decode(hex: string, letters: string[] | null): string {
  const codes = letters ? hex.match(/.{4}/g) : hex.match(/../g);
  return (codes ?? []).map((code) => (letters ? letters[Number.parseInt(code, 16)] : windows1252(code))).join("");
}

function windows1252(code: string): string {
  return new TextDecoder("windows-1252").decode(Buffer.from(code, "hex"));
}

function utf16(hex: string): string {
  return Buffer.from(hex.replaceAll(" ", ""), "hex").swap16().toString("utf16le");
}
