import { GREY, SHEET, type Sheet } from "./sheet.server";
import { type BilledTo, billedToLines } from "./billed-to";
import type { Seller } from "./seller";

const HALF = (SHEET.width - 2 * SHEET.margin) / 2;
const RIGHT = SHEET.width - SHEET.margin;
const LABEL_WIDTH = 130;

/** Draws the head of a document: issuer, title, recipient. @returns the position below it. */
export function letterhead(
  sheet: Sheet,
  { seller, title, subtitle, billedTo }: { seller: Seller; title: string; subtitle: string; billedTo: BilledTo },
): number {
  const { margin } = SHEET;
  sheet.text(seller.name, margin, margin, { size: 16, bold: true, width: HALF - 20, lines: 2 });
  sheet.text(title, margin + HALF, margin, { size: 16, bold: true, width: HALF, align: "right", lines: 1 });
  sheet.text(subtitle, margin + HALF, margin + 24, { color: GREY, width: HALF, align: "right", lines: 1 });
  sheet.rule(margin + 50);
  const top = margin + 66;
  const left = column(sheet, "Issued by", [seller.name, ...seller.lines], margin, top);
  const right = column(sheet, "Billed to", billedToLines(billedTo), margin + HALF, top);
  return top + Math.max(left, right) + 22;
}

/** Draws rows of a label and a value. @returns the position below them. */
export function facts(sheet: Sheet, rows: readonly (readonly [label: string, value: string])[], top: number): number {
  let y = top;
  for (const [label, value] of rows) {
    sheet.text(label, SHEET.margin, y, { color: GREY, width: LABEL_WIDTH });
    y += sheet.text(value, SHEET.margin + LABEL_WIDTH, y, { lines: 2 }) + 4;
  }
  return y + 14;
}

/** Draws a description and its amount on the right. @returns the position below it. */
export function amountRow(
  sheet: Sheet,
  { text, amount, bold = false, grey = false }: { text: string; amount: string; bold?: boolean; grey?: boolean },
  top: number,
): number {
  const look = { bold, ...(grey ? { color: GREY } : {}) };
  const used = sheet.text(text, SHEET.margin, top, { ...look, width: 2 * HALF - 110 });
  sheet.text(amount, RIGHT - 100, top, { ...look, width: 100, align: "right" });
  return top + used + 8;
}

/** Draws small print at the foot of a page. */
export function footer(sheet: Sheet, text: string, page = ""): void {
  // Inside the margin: below it, the library starts a new page.
  const y = SHEET.height - SHEET.margin - 12;
  sheet.text(text, SHEET.margin, y, { size: 8, color: GREY, width: 2 * HALF - 70, lines: 1 });
  sheet.text(page, RIGHT - 60, y, { size: 8, color: GREY, width: 60, align: "right" });
}

function column(sheet: Sheet, head: string, lines: readonly string[], x: number, top: number): number {
  let used = sheet.text(head, x, top, { size: 8, color: GREY }) + 3;
  for (const line of lines) used += sheet.text(line, x, top + used, { width: HALF - 20, lines: 3 });
  return used;
}
