import { transaction, type Tx } from "~/platform/db.server";
import { BILLED_TO_NOW } from "~/money/read-billed-to.server";
import { readSeller } from "~/money/read-seller.server";
import type { Cents } from "~/money/units";
import { type BankTerms, holdBankTerms } from "~/payments/bank-terms.server";
import { M } from "~/payments/messages";
import { readVat } from "~/payments/read-vat.server";
import { vatKey, vatOn } from "~/payments/vat";
import { centsText } from "~/platform/cents-text";
import { holdRight } from "~/platform/hold-right.server";
import { notify } from "~/platform/notify.server";
import { ownUrl } from "~/platform/own-url.server";
import { Refusal } from "~/platform/refusal";
import { lineUp } from "../line-up.server";
import { type BankInvoice, LATE_DAYS, totalOf } from "./bank-invoice";
import { nextDocumentNumber } from "./document-number.server";
import { creditInvoice } from "./credit-invoice.server";
import { lockInvoice } from "./read-invoice.server";

interface Asked {
  /** Id from the page: the same form, sent twice, issues one invoice. */
  invoiceId: string;
  tenantId: number;
  /** The member who asks. */
  userId: number;
  cents: Cents;
  /** The VAT that the form showed. */
  shownVat: string;
  now: Date;
}

/**
 * Issues an invoice to a customer with terms (B23), and credits it if they say so.
 * @throws Refusal M02, M660, M662, M668, M669, M670
 */
export async function issueInvoice(asked: Asked): Promise<BankInvoice> {
  const { invoiceId, tenantId, userId, now } = asked;
  return await transaction(async (tx) => {
    // Stops concurrent invoices of a tenant from passing the limit together.
    await lineUp(tx, tenantId, "top-ups");
    // An account that is being closed cancels its invoices and gets no others.
    await holdRight(tx, { tenantId, userId, now }, "money.act");
    const known = await lockInvoice(tx, invoiceId);
    if (known && known.tenantId !== tenantId) throw new Refusal(M.notFound, { status: 404 });
    if (known) return known;
    const terms = await holdBankTerms(tx, tenantId);
    if (!terms) throw new Refusal(M.transferNotAllowed);
    await insert(tx, asked, terms);
    const invoice = await lockInvoice(tx, invoiceId);
    if (!invoice) throw new Error(`invoice ${invoiceId} was not kept`);
    if (terms.creditWhen === "issued") await creditInvoice(tx, invoice, now);
    await tellIssued(tx, invoice, now);
    return (await lockInvoice(tx, invoiceId)) ?? invoice;
  });
}

async function insert(tx: Tx, asked: Asked, terms: BankTerms): Promise<void> {
  const { tenantId, cents, now } = asked;
  const [bank] = await tx.query<{ details: string }>(
    `select bank_details as details from seller where bank_details <> ''`,
  );
  if (!bank) throw new Refusal(M.noBankDetails);
  const vat = await readVat({ tenantId, now }, tx);
  if (asked.shownVat !== vatKey(vat)) throw new Refusal(M.vatChanged);
  const vatCents = vat ? vatOn(cents, vat.rateBp) : (0n as Cents);
  await requireRoom(tx, { tenantId, total: (cents + vatCents) as Cents, terms, now });
  await tx.query(
    `insert into bank_invoice (invoice_id, tenant_id, number, cents, vat_cents, vat_rate_bp, vat_country, vat_reason,
       credit_when, issued_at, due_on, seller, bank_details, billed_to)
     select $invoiceId, $tenantId, $number, $cents, $vatCents, $rateBp, $country, $reason, $creditWhen, $now,
       (($now::timestamptz at time zone 'UTC')::date + $days::int), $seller, $details, ${BILLED_TO_NOW} from tenant where id = $tenantId`,
    {
      ...{ invoiceId: asked.invoiceId, tenantId, number: await nextDocumentNumber(tx, "INV", now), cents, vatCents },
      ...{ rateBp: vat?.rateBp ?? 0, country: vat?.country ?? "", reason: vat?.reason ?? "" },
      ...{ creditWhen: terms.creditWhen, days: terms.days, now, seller: JSON.stringify(await readSeller(tx)) },
      details: bank.details,
    },
  );
}

interface Room {
  tenantId: number;
  total: Cents;
  terms: BankTerms;
  now: Date;
}

async function requireRoom(tx: Tx, { tenantId, total, terms, now }: Room): Promise<void> {
  const [open] = await tx.query<{ due: Cents; late: string | null }>(
    `select coalesce(sum(greatest(cents + vat_cents - received_cents, 0)), 0)::bigint as due,
       min(number) filter (where due_on < ($2::timestamptz at time zone 'UTC')::date - $3::int) as late
     from bank_invoice where tenant_id = $1 and state = 'open'`,
    [tenantId, now, LATE_DAYS],
  );
  if (open?.late) throw new Refusal(M.invoiceOverdue({ number: open.late }));
  const left = terms.limitCents - (open?.due ?? 0n);
  if (total <= left) return;
  const [leftText, limit] = [centsText((left > 0n ? left : 0n) as Cents), centsText(terms.limitCents)];
  throw Refusal.ofField("amount", M.overInvoiceLimit({ left: leftText, limit }));
}

async function tellIssued(tx: Tx, invoice: BankInvoice, now: Date): Promise<void> {
  const { invoiceId, tenantId, number, dueOn, creditWhen } = invoice;
  const url = `/billing/bank-transfer?invoice=${invoiceId}`;
  const total = centsText(totalOf(invoice));
  const credited = creditWhen === "issued" ? "It is in your balance." : "It is added to your balance once it is paid.";
  await notify(tx, {
    ...{ tenantId, retcode: "OK", url, cause: `invoice-issued:${invoiceId}`, now },
    message: `Invoice ${number} of ${total} is due on ${dueOn}. ${credited}`,
    mail: {
      subject: `Invoice ${number}: ${total}, due on ${dueOn}`,
      text:
        `Please transfer ${total} by ${dueOn} and quote ${number}. ${credited}\n\n${invoice.bankDetails}\n\n` +
        `The invoice, also as a PDF: ${ownUrl(url)}\n`,
    },
  });
}
