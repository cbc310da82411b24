import { randomUUID } from "node:crypto";
import { z } from "zod";
import { lacksCountry } from "~/accounts/settle-country.server";
import { readBankTerms } from "~/payments/bank-terms.server";
import type { BankInvoice } from "~/payments/inside/bank/bank-invoice";
import { listCreditNotes, listOwnInvoices, listReturns, readInvoice } from "~/payments/inside/bank/read-invoice.server";
import { M } from "~/payments/messages";
import { invoiceView, noteView, transferView } from "~/payments/view-invoice.server";
import { readVat } from "~/payments/read-vat.server";
import { vatKey, vatLabel, vatSentence } from "~/payments/vat";
import { COUNTRY_LIST } from "~/platform/countries.server";
import { dayOf } from "~/platform/day-range";
import { pageNumber } from "~/platform/http/page-number";
import { refusalPage } from "~/platform/http/refusal-page.server";

const SIZE = 25;

interface Asked {
  tenantId: number;
  search: URLSearchParams;
  now: Date;
}

/** The form for a new invoice, the tenant's invoices by pages, and the one in the address. */
export async function readBankTransfer({ tenantId, search, now }: Asked) {
  const asked = search.get("invoice");
  const page = pageNumber(search, "page");
  const [terms, vat, noCountry, invoices, one] = await Promise.all([
    readBankTerms({ tenantId }),
    readVat({ tenantId, now }),
    lacksCountry({ tenantId }),
    listOwnInvoices({ tenantId, page, size: SIZE }),
    asked === null ? null : readOne(asked, tenantId),
  ]);
  const today = dayOf(now);
  return {
    invoiceId: randomUUID(),
    terms: terms?.allowed ? { days: terms.days, creditWhen: terms.creditWhen } : null,
    countries: noCountry ? COUNTRY_LIST : null,
    vat: vat && { key: vatKey(vat), label: vatLabel(vat), sentence: vatSentence(vat.reason) },
    rows: invoices.slice(0, SIZE).map((row) => invoiceView(row, today)),
    page,
    more: invoices.length > SIZE,
    shown: one && {
      ...invoiceView(one, today),
      notes: (await listCreditNotes(one.invoiceId)).map((note) => ({ ...noteView(note), by: "" })),
      returns: (await listReturns(one.invoiceId)).map((row) => ({ ...transferView(row), by: "" })),
    },
  };
}

async function readOne(asked: string, tenantId: number): Promise<BankInvoice> {
  const id = z.guid().safeParse(asked).data;
  const invoice = id ? await readInvoice(id, tenantId) : null;
  if (!invoice) throw refusalPage(404, M.notFound);
  return invoice;
}
