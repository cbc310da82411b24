import PDFDocument from "pdfkit";
import { fontFile, type FontName } from "./inside/receipts/fonts.server";
import { textRuns } from "./inside/receipts/text-runs.server";

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
  /** Width from `x`; longer text wraps. */
  width?: number;
  align?: "left" | "right";
  /** The most lines; the rest is cut with an ellipsis. */
  lines?: number;
}

/** Pages that take text in any script at any position. Positions are points from the top left corner. */
export class Sheet {
  private readonly pdf: PDFKit.PDFDocument;
  private readonly embedded = new Set<FontName>();
  /** Set once the reader is gone: nothing more is drawn. */
  unwanted = false;

  /** `at` is the file's date, so that the same facts make the same bytes. */
  constructor(about: { title: string; author: string; at: Date }) {
    this.pdf = new PDFDocument({
      size: "A4",
      margin: SHEET.margin,
      bufferPages: false,
      lang: "en",
      info: { Title: about.title, Author: about.author, CreationDate: about.at, ModDate: about.at },
    });
  }

  /** @returns the height of the text. */
  text(text: string, x: number, y: number, look: TextLook = {}): number {
    const { size = 10, color = INK, width = SHEET.width - SHEET.margin - x, align = "left" } = look;
    const lines = this.fit(text, width, look);
    for (const [index, line] of lines.entries()) {
      let at = align === "right" ? x + width - this.widthOf(line, look) : x;
      for (const run of textRuns(line, look.bold)) {
        this.use(run.font, size).fillColor(color);
        // The features stop pdfkit from drawing word by word, which loses spaces in right-to-left scripts.
        this.pdf.text(run.text, at, y + index * size * LINE_HEIGHT + size, {
          lineBreak: false,
          features: ["kern"],
          // Fonts differ in height; on one line they share the baseline.
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

  end(): void {
    this.pdf.end();
  }

  /** Aborts the file, so that its reader notices that it is incomplete. */
  fail(fault: unknown): void {
    this.pdf.emit("error", fault instanceof Error ? fault : new Error(String(fault)));
  }

  /** The file as a stream; call it before drawing. */
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

/** Wraps a text between words, and inside a word that is too long. */
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
