import PDFDocument from "pdfkit";
import type { Kinds } from "../state/kinds";
import { pageDollars } from "./dollars";

const LEFT = 56;
const RIGHT = 540;

/** The PDF of an invoice, as Stripe's `invoice_pdf` answers it. */
export async function invoicePdf(invoice: Kinds["invoice"]): Promise<Buffer> {
  const document = new PDFDocument({
    size: "A4",
    margin: LEFT,
    info: { Title: `Invoice ${invoice.number ?? ""}`, Author: "Millrace" },
  });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve) => document.once("end", resolve));
  head(document, invoice);
  for (const line of invoice.lines.data) row(document, line.description ?? "", line.amount);
  document.moveDown(0.5).moveTo(LEFT, document.y).lineTo(RIGHT, document.y).stroke("#888888").moveDown(0.5);
  row(document, "Subtotal", invoice.subtotal);
  const taken = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  if (taken > 0) row(document, "Discount", -taken);
  row(document, "Total", invoice.total);
  if (invoice.starting_balance !== 0) row(document, "Balance before", invoice.starting_balance);
  document.font("Helvetica-Bold");
  row(document, invoice.status === "paid" ? "Paid" : "Amount due", invoice.amount_due);
  document.font("Helvetica").fontSize(9).moveDown(2).fillColor("#555555");
  document.text("Sandbox. No card is charged.", LEFT);
  document.end();
  await done;
  return Buffer.concat(chunks);
}

function head(document: PDFKit.PDFDocument, invoice: Kinds["invoice"]): void {
  document.font("Helvetica-Bold").fontSize(20).text("Invoice").moveDown(0.5);
  document.font("Helvetica").fontSize(11);
  // The fee is for the period that begins; the invoice's own period precedes it.
  const { start, end } = invoice.lines.data.reduce((far, { period }) => (period.end > far.end ? period : far), {
    start: invoice.period_start,
    end: invoice.period_end,
  });
  const paidAt = invoice.status_transitions.paid_at;
  const facts = [
    ["Number", invoice.number ?? "draft"],
    ["Date", day(invoice.effective_at ?? invoice.created)],
    ["Period", `${day(start)} to ${day(end)}`],
    ["For", invoice.customer_name ?? invoice.customer_email ?? ""],
    ["Status", paidAt === null ? String(invoice.status) : `paid on ${day(paidAt)}`],
  ];
  for (const [name, value] of facts) document.text(`${name}: ${value}`);
  document.moveDown(1.5);
}

function row(document: PDFKit.PDFDocument, text: string, cents: number): void {
  const { y } = document;
  document.text(text, LEFT, y, { width: RIGHT - LEFT - 110 });
  const below = document.y;
  document.text(pageDollars(cents), RIGHT - 110, y, { width: 110, align: "right" });
  document.y = Math.max(below, document.y) + 4;
  document.x = LEFT;
}

function day(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
