import PDFDocument from "pdfkit";
import { fontFile, type FontName } from "./fonts.server";
import { textRuns } from "./text-runs.server";

/** A sheet of 210 × 297 mm, in points of 1/72 inch. */
export const SHEET = { width: 595, height: 842, margin: 56 } as const;

const INK = "#18181b";
export const GREY = "#71717a";
const RULE = "#d4d4d8";

const LINE_HEIGHT = 1.35;

export interface TextLook {
  size?: number;
  bold?: boolean;
  color?: string;
  /** Points from `x` that the text may take; longer text goes on in the next line. */
  width?: number;
  align?: "left" | "right";
  /** Most lines; the rest is cut with an ellipsis. */
  lines?: number;
}

/** Pages on which text in any script can be put at a place. Positions are points from the top left corner. */
export class Sheet {
  private readonly pdf: PDFKit.PDFDocument;
  private readonly embedded = new Set<FontName>();
  /** Whoever asked for it has gone: nothing more needs to be drawn. */
  unwanted = false;

  /** `at` is written into the file: the same facts make the same bytes. */
  constructor(about: { title: string; author: string; at: Date }) {
    this.pdf = new PDFDocument({
      size: "A4",
      margin: SHEET.margin,
      bufferPages: false,
      lang: "en",
      info: { Title: about.title, Author: about.author, CreationDate: about.at, ModDate: about.at },
    });
  }

  /** @returns the height that was used. */
  text(text: string, x: number, y: number, look: TextLook = {}): number {
    const { size = 10, color = INK, width = SHEET.width - SHEET.margin - x, align = "left" } = look;
    const lines = this.fit(text, width, look);
    for (const [index, line] of lines.entries()) {
      let at = align === "right" ? x + width - this.widthOf(line, look) : x;
      for (const run of textRuns(line, look.bold)) {
        this.use(run.font, size).fillColor(color);
        // Features keep pdfkit from setting a line word by word, which loses the spaces of scripts from right to left.
        this.pdf.text(run.text, at, y + index * size * LINE_HEIGHT + size, {
          lineBreak: false,
          features: ["kern"],
          // Fonts differ in how high they stand; on one line they share its foot.
          baseline: "alphabetic",
        });
        at += this.pdf.widthOfString(run.text, { features: ["kern"] });
      }
    }
    return lines.length * size * LINE_HEIGHT;
  }

  rule(y: number, color = RULE): void {
    const { margin, width } = SHEET;
    this.pdf
      .moveTo(margin, y)
      .lineTo(width - margin, y)
      .lineWidth(0.5)
      .strokeColor(color)
      .stroke();
  }

  nextPage(): void {
    this.pdf.addPage();
  }

  /** Ends the document; nothing can be added to it any more. */
  end(): void {
    this.pdf.end();
  }

  /** Breaks the file off: whoever reads it learns that it is not whole. */
  fail(fault: unknown): void {
    this.pdf.emit("error", fault instanceof Error ? fault : new Error(String(fault)));
  }

  /** The file, piece by piece as it is made; to be asked for before anything is drawn. */
  stream(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.pdf.on("data", (piece: Uint8Array) => (this.unwanted ? undefined : controller.enqueue(piece)));
        this.pdf.on("end", () => (this.unwanted ? undefined : controller.close()));
        this.pdf.on("error", (fault: Error) => controller.error(fault));
      },
      cancel: () => {
        this.unwanted = true;
      },
    });
  }

  private fit(text: string, width: number, look: TextLook): string[] {
    const { lines: most = 4 } = look;
    const lines = wrap(text, (line) => this.widthOf(line, look) <= width);
    if (lines.length <= most) return lines;
    const kept = lines.slice(0, most);
    kept[most - 1] = `${[...(kept[most - 1] ?? "")].slice(0, -2).join("").trimEnd()}…`;
    return kept;
  }

  private widthOf(line: string, { size = 10, bold }: TextLook): number {
    let width = 0;
    for (const run of textRuns(line, bold)) {
      width += this.use(run.font, size).widthOfString(run.text, { features: ["kern"] });
    }
    return width;
  }

  private use(font: FontName, size: number): PDFKit.PDFDocument {
    if ((font === "wide" || font === "all") && !this.embedded.has(font)) {
      this.pdf.registerFont(font, fontFile(font));
      this.embedded.add(font);
    }
    return this.pdf.font(font).fontSize(size);
  }
}

/** Breaks a text into lines between words, and within a word that alone is too long. */
function wrap(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const letter of word) {
      if (line !== "" && !fits(line + letter)) {
        lines.push(line);
        line = "";
      }
      line += letter;
    }
  }
  return [...lines, line];
}
