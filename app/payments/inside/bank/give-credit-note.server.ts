import { transaction, type Tx } from "~/platform/db.server";
import { takeMoney } from "~/money/take-money.server";
import { type Cents, centsToUnits } from "~/money/units";
import { M } from "~/payments/messages";
import { vatInPart } from "~/payments/vat";
import { centsText } from "~/platform/cents-text";
import { notify } from "~/platform/notify.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";
import { lockSpare } from "../lock-spare.server";
import { keepVatLine, vatLineOf } from "../vat/vat-line.server";
import { type BankInvoice, totalOf } from "./bank-invoice";
import { nextDocumentNumber } from "./document-number.server";
import { lockForStaff } from "./lock-for-staff.server";
import { postTransfer } from "./post-transfer.server";

interface GivenNote {
  /** Key from the form: sent twice, it gives once. */
  noteId: string;
  invoiceId: string;
  /** The amount that goes to the customer's bank, with its VAT. */
  cents: Cents;
  reason: string;
  userId: number;
  requestId: string;
  now: Date;
}

/**
 * Gives unspent money of a paid invoice back by bank transfer, with its share of VAT (B22, B23). Audited.
 * @returns the number of the credit note; null if this form had given it before.
 * @throws Refusal M568, M680, M678, M679
 */
export async function giveCreditNote(given: GivenNote): Promise<string | null> {
  const { noteId, invoiceId, cents, reason, userId, requestId, now } = given;
  return await transaction(async (tx) => {
    const invoice = await lockForStaff(tx, given, "money.act");
    const [known] = await tx.query(`select from credit_note where note_id = $1`, [noteId]);
    if (known) return null;
    if (invoice.state !== "paid") throw new Refusal(M.creditNoteOfPaid);
    const vatCents = await vatIn(tx, invoice, cents);
    const number = await nextDocumentNumber(tx, "CN", now);
    await requireUnspent(tx, { invoice, net: (cents - vatCents) as Cents, now });
    await tx.query(
      `insert into credit_note (note_id, invoice_id, number, cents, vat_cents, reason, given_by_id, given_at)
       values ($noteId, $invoiceId, $number, $cents, $vatCents, $reason, $userId, $now)`,
      { ...given, number, vatCents },
    );
    await post(tx, { ...given, invoice, number, vatCents });
    const { tenantId } = invoice;
    const act = { userId, tenantId, action: "invoice.credit-note", target: `invoice:${invoiceId}`, reason };
    await writeAudit({ ...act, after: { number, cents: Number(cents), reason }, requestId, now }, tx);
    const message = `${centsText(cents)} of invoice ${invoice.number} goes back to your bank: ${reason}`;
    await notify(tx, {
      ...{ tenantId, retcode: "OK", message, url: `/billing/bank-transfer?invoice=${invoiceId}`, now },
      ...{ cause: `credit-note:${noteId}`, mail: { subject: `Credit note ${number}: ${centsText(cents)}` } },
    });
    return number;
  });
}

async function vatIn(tx: Tx, invoice: BankInvoice, cents: Cents): Promise<Cents> {
  const [back] = await tx.query<{ backCents: Cents; backVatCents: Cents }>(
    `select coalesce(sum(cents), 0)::bigint as "backCents", coalesce(sum(vat_cents), 0)::bigint as "backVatCents"
     from credit_note where invoice_id = $1`,
    [invoice.invoiceId],
  );
  if (!back) throw new Error("the sum of credit notes gave no answer");
  const paid = { cents: totalOf(invoice), vatCents: invoice.vatCents, ...back };
  const left = (paid.cents - paid.backCents) as Cents;
  if (cents <= 0n || cents > left) throw Refusal.ofField("dollars", M.moreThanInvoice({ dollars: centsText(left) }));
  return vatInPart(paid, cents);
}

async function requireUnspent(tx: Tx, { invoice, net, now }: { invoice: BankInvoice; net: Cents; now: Date }) {
  const spare = await lockSpare(tx, invoice.tenantId, now);
  if (net > spare) throw Refusal.ofField("dollars", M.moreThanBalance({ dollars: centsText(spare) }));
}

async function post(tx: Tx, note: GivenNote & { invoice: BankInvoice; number: string; vatCents: Cents }) {
  const { invoice, noteId, number, cents, vatCents, reason, now } = note;
  const { tenantId } = invoice;
  const key = `credit-note:${noteId}`;
  const amounts = { units: centsToUnits(cents - vatCents), vat: centsToUnits(vatCents) };
  const description = `Credit note ${number} for invoice ${invoice.number}: ${reason}`;
  await takeMoney(tx, { tenantId, ...amounts, to: "receivable", kind: "refund", key, description, now });
  await postTransfer(tx, { key: `transfer:${noteId}`, number, cents: -cents as Cents, now });
  const back = { netCents: (vatCents - cents) as Cents, vatCents: -vatCents as Cents };
  await keepVatLine(tx, { ...vatLineOf({ ...invoice, number }), key, ...back, now });
}
