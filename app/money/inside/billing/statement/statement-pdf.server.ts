import { type BilledTo } from "~/money/billed-to";
import { centsText, movementText } from "~/platform/cents-text";
import { amountRow, footer, letterhead } from "~/money/document-parts.server";
import type { Seller } from "~/money/seller";
import { GREY, SHEET, Sheet, type TextLook } from "~/money/sheet.server";
import { utcDateTime } from "~/platform/utc-text";
import { lineText } from "./line-text";
import { monthName } from "./month";
import { inCents } from "./printed-statement";
import type { Statement, StatementLine } from "./statement";

const ROW = 15;
const BOTTOM = SHEET.height - SHEET.margin - 30;
const RIGHT = SHEET.width - SHEET.margin;
const SIZE = 9;
const AMOUNT_WIDTH = 80;
const TEXT_X = SHEET.margin + 92;

/** Streams a statement as a PDF while it is drawn. Printed lines add up to the printed balances. */
export function statementPdf(
  statement: Statement,
  { seller, billedTo }: { seller: Seller; billedTo: BilledTo },
): ReadableStream<Uint8Array> {
  const title = `Statement ${monthName(statement.month)}`;
  const sheet = new Sheet({ title, author: seller.name, at: statement.at });
  const stream = sheet.stream();
  const top = letterhead(sheet, {
    seller,
    title: "Statement",
    subtitle: monthName(statement.month),
    billedTo,
  });
  void draw(sheet, statement, top).then(
    () => sheet.end(),
    (fault: unknown) => sheet.fail(fault),
  );
  return stream;
}

/** Yields after each page: a long statement must not block the process. */
async function draw(sheet: Sheet, statement: Statement, top: number): Promise<void> {
  const cents = inCents(statement);
  let [y, page] = [heads(sheet, top), 1];
  y = amountRow(sheet, { text: "Opening balance", amount: centsText(cents.opening), bold: true }, y);
  for (const [index, line] of statement.lines.entries()) {
    if (y + ROW > BOTTOM) {
      foot(sheet, statement, page);
      await new Promise(setImmediate);
      if (sheet.unwanted) return;
      sheet.nextPage();
      page += 1;
      y = heads(sheet, SHEET.margin);
    }
    row(sheet, line, movementText(cents.lines[index] ?? 0n), y);
    y += ROW;
  }
  if (y + 4 * ROW > BOTTOM) {
    foot(sheet, statement, page);
    sheet.nextPage();
    page += 1;
    y = SHEET.margin;
  }
  sheet.rule(y + 4);
  const name = statement.soFar ? `Balance so far, ${utcDateTime(statement.at)}` : "Closing balance";
  amountRow(sheet, { text: name, amount: centsText(cents.closing), bold: true }, y + 12);
  foot(sheet, statement, page);
}

function heads(sheet: Sheet, y: number): number {
  const look = { size: SIZE, color: GREY };
  sheet.text("Date (UTC)", SHEET.margin, y, look);
  sheet.text("Movement", TEXT_X, y, look);
  sheet.text("Amount (USD)", RIGHT - AMOUNT_WIDTH, y, { ...look, width: AMOUNT_WIDTH, align: "right" });
  sheet.rule(y + ROW);
  return y + ROW + 8;
}

function row(sheet: Sheet, line: StatementLine, amount: string, y: number): void {
  const look: TextLook = { size: SIZE, lines: 1 };
  sheet.text(utcDateTime(line.at).replace(" UTC", ""), SHEET.margin, y, { ...look, color: GREY, width: 90 });
  sheet.text(lineText(line), TEXT_X, y, { ...look, width: RIGHT - TEXT_X - AMOUNT_WIDTH - 10 });
  sheet.text(amount, RIGHT - AMOUNT_WIDTH, y, { ...look, width: AMOUNT_WIDTH, align: "right" });
}

function foot(sheet: Sheet, { month, tenantName }: Statement, page: number): void {
  footer(
    sheet,
    `Statement ${monthName(month)} of account ${tenantName}. Amounts are rounded so that they add up.`,
    `Page ${page}`,
  );
}
