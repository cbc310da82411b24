import { randomUUID } from "node:crypto";
import { z } from "zod";
import {
  type BankInvoice,
  dueOf,
  overOf,
  type InvoiceStanding,
  standingOf,
  totalOf,
} from "~/payments/inside/bank/bank-invoice";
import { listCreditNotes, listReturns, listTransfers, readInvoice } from "~/payments/inside/bank/read-invoice.server";
import { readInvoicePdf } from "~/payments/read-invoice-pdf.server";
import { invoiceView, noteView, transferView } from "~/payments/view-invoice.server";
import { listBankInvoices, listInvoiceDebtors, sumOpenInvoices } from "~/payments/list-bank-invoices.server";
import { M } from "~/payments/messages";
import { allRows } from "~/platform/all-rows";
import { centsText, centsTyped } from "~/platform/cents-text";
import { dayOf } from "~/platform/day-range";
import { csvInstead, csvTable } from "~/platform/http/csv-instead.server";
import { fileInstead } from "~/platform/http/file-instead.server";
import { pageNumber } from "~/platform/http/page-number";
import { refusalPage } from "~/platform/http/refusal-page.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { hasRight, type WithRights } from "~/platform/staff-rights";
import type { Cents } from "~/money/units";
import { fileHeaders } from "~/platform/http/stream-text.server";
import { presentTime } from "~/platform/time.server";

const SIZE = 25;
/** Later pages are in the file: reading them would take longer and longer. */
const PAGES_MAX = 400;
const AT_ONCE = 1000;

export const SHOWN = ["open", "overdue", "paid", "cancelled"] as const satisfies InvoiceStanding[];
export type Shown = (typeof SHOWN)[number] | "customers";

/** Sums and one list of invoices, or the invoice in the address; lists are files too. */
export async function readInvoicesScreen(args: RouteArgs, viewer: WithRights) {
  const now = presentTime();
  const search = new URL(args.request.url).searchParams;
  const show = search.get("show") ?? "open";
  const standing = SHOWN.find((name) => name === show) ?? "open";
  const shown: Shown = show === "customers" ? "customers" : standing;
  const id = search.get("id");
  if (id !== null && search.get("format") === "pdf") throw await fileInstead(args, await pdfOf(id));
  await csvInstead(args, {
    [shown]: () => (shown === "customers" ? debtorsCsv(now) : invoicesCsv(standing, now)),
  });
  const asked = Math.min(pageNumber(search, "page"), PAGES_MAX);
  const today = dayOf(now);
  const sums = await sumOpenInvoices({ now });
  const pages = Math.max(1, Math.ceil(sums.customers / SIZE));
  const page = shown === "customers" ? Math.min(asked, pages) : asked;
  const part = { offset: (page - 1) * SIZE, now };
  const [rows, debtors, one] = await Promise.all([
    shown === "customers" ? [] : listBankInvoices({ standing, limit: SIZE + 1, ...part }),
    shown === "customers" ? listInvoiceDebtors({ limit: SIZE, ...part }) : [],
    id === null ? null : readOne(id, today),
  ]);
  return {
    shown,
    sums: {
      ...{ open: sums.open, overdue: sums.overdue, customers: sums.customers },
      due: centsText(sums.openCents),
      overdueDue: centsText(sums.overdueCents),
    },
    rows: rows.slice(0, SIZE).map((row) => invoiceView(row, today)),
    debtors: debtors.map(({ dueCents, overdueCents, ...row }) => ({
      ...row,
      due: centsText(dueCents),
      overdue: overdueCents > 0n ? centsText(overdueCents) : null,
    })),
    page,
    /** Pages of the customers who owe. */
    pages,
    more: rows.length > SIZE && page < PAGES_MAX,
    one,
    today,
    mayAct: hasRight(viewer, "invoices.act"),
    mayGive: hasRight(viewer, "money.act"),
  };
}

async function readOne(text: string, today: string) {
  const id = z.guid().safeParse(text).data;
  const invoice = id ? await readInvoice(id) : null;
  if (!invoice) throw refusalPage(404, M.notFound);
  const { invoiceId } = invoice;
  const [transfers, returns, notes] = await Promise.all([
    listTransfers(invoiceId),
    listReturns(invoiceId),
    listCreditNotes(invoiceId),
  ]);
  const back = notes.reduce((sum, note) => sum + note.cents, 0n);
  const left = totalOf(invoice) - back;
  return {
    ...invoiceView(invoice, today),
    dueTyped: centsTyped(dueOf(invoice)),
    overTyped: centsTyped(overOf(invoice)),
    mayCancel: invoice.state === "open" && invoice.receivedCents === 0n,
    transfers: transfers.map(transferView),
    transferId: randomUUID(),
    returns: returns.map(transferView),
    returnId: randomUUID(),
    notes: notes.map(noteView),
    noteId: randomUUID(),
    left: invoice.state === "paid" && left > 0n ? centsText(left as Cents) : null,
  };
}

export type StaffInvoice = Awaited<ReturnType<typeof readOne>>;

async function pdfOf(text: string): Promise<Response> {
  const id = z.guid().safeParse(text).data;
  const file = id ? await readInvoicePdf({ id, tenantId: null }) : null;
  if (!file) throw refusalPage(404, M.notFound);
  return new Response(file.pdf, { headers: fileHeaders("application/pdf", `millrace-${file.number}.pdf`) });
}

function invoicesCsv(standing: InvoiceStanding, now: Date) {
  return csvTable(
    allRows<BankInvoice>((last) => listBankInvoices({ standing, last, limit: AT_ONCE, now })),
    {
      Number: (row) => row.number,
      Customer: (row) => row.tenantName,
      Issued: (row) => row.issuedAt,
      Due: (row) => row.dueOn,
      "Net, $": (row) => centsTyped(row.cents),
      "VAT, $": (row) => centsTyped(row.vatCents),
      "Received, $": (row) => centsTyped(row.receivedCents),
      "Still due, $": (row) => centsTyped(dueOf(row)),
      "Returned, $": (row) => centsTyped(row.returnedCents),
      "Too much, $": (row) => centsTyped(overOf(row)),
      State: (row) => standingOf(row, dayOf(now)),
    },
  );
}

function debtorsCsv(now: Date) {
  return csvTable(() => listInvoiceDebtors({ now }), {
    Customer: (row) => row.tenantName,
    Invoices: (row) => row.invoices,
    "Due, $": (row) => centsTyped(row.dueCents),
    "Overdue, $": (row) => centsTyped(row.overdueCents),
    "Due since": (row) => row.since,
  });
}
