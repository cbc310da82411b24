import { dayOf } from "~/platform/day-range";
import { transaction, type Tx, violates } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { M } from "~/payments/messages";
import { centsText } from "~/platform/cents-text";
import { notify } from "~/platform/notify.server";
import { ownUrl } from "~/platform/own-url.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";
import { type BankInvoice, dueOf, NOT_IN_BALANCE, overOf, totalOf } from "./bank-invoice";
import { creditInvoice, uncreditInvoice } from "./credit-invoice.server";
import { lockForStaff } from "./lock-for-staff.server";
import { postTransfer } from "./post-transfer.server";

/** The user who ends an invoice, and the moment. */
export interface InvoiceAct {
  userId: number;
  requestId: string;
  now: Date;
}

interface StaffAct extends InvoiceAct {
  invoiceId: string;
}

interface Transfer extends StaffAct {
  /** Key from the form: sent twice, it records once. */
  transferId: string;
  cents: Cents;
  /** YYYY-MM-DD */
  receivedOn: string;
  reference: string;
}

/**
 * Records money that came for an open invoice. Once all of it is there, the invoice is paid and, if it was not before,
 * credited (B23). More than is due stays noted on it. Audited.
 * @returns what is still due; null if this form had recorded it before.
 * @throws Refusal M680, M671, M672, M673
 */
export async function recordTransfer(given: Transfer): Promise<Cents | null> {
  const { transferId, invoiceId, cents, receivedOn, reference, userId, requestId, now } = given;
  if (receivedOn > dayOf(now)) throw Refusal.ofField("received_on", M.transferDay);
  return await transaction(async (tx) => {
    const before = await lockForStaff(tx, given, "invoices.act");
    const [known] = await tx.query(`select from bank_transfer where transfer_id = $1`, [transferId]);
    if (known) return null;
    if (before.state !== "open") throw new Refusal(M.invoiceEnded);
    await keepTransfer(tx, given);
    await postTransfer(tx, { key: `transfer:${transferId}`, number: before.number, cents, now });
    await tx.query(`update bank_invoice set received_cents = received_cents + $2 where invoice_id = $1`, [
      invoiceId,
      cents,
    ]);
    const invoice = { ...before, receivedCents: (before.receivedCents + cents) as Cents };
    const due = dueOf(invoice);
    if (due === 0n) await endPaid(tx, invoice, now);
    await tellReceived(tx, { invoice, transferId, cents, now });
    const act = { userId, tenantId: before.tenantId, action: "invoice.transfer", target: `invoice:${invoiceId}` };
    const after = { number: before.number, cents: Number(cents), received_on: receivedOn, reference };
    await writeAudit({ ...act, after, requestId, now }, tx);
    return due;
  });
}

async function keepTransfer(tx: Tx, transfer: Transfer): Promise<void> {
  try {
    await tx.query(
      `insert into bank_transfer (transfer_id, invoice_id, cents, received_on, reference, recorded_by_id, recorded_at)
       values ($transferId, $invoiceId, $cents, $receivedOn, $reference, $userId, $now)`,
      { ...transfer },
    );
  } catch (error) {
    if (violates(error, "bank_transfer_invoice_id_reference_key")) throw Refusal.ofField("reference", M.transferKnown);
    throw error;
  }
}

async function endPaid(tx: Tx, invoice: BankInvoice, now: Date): Promise<void> {
  await creditInvoice(tx, invoice, now);
  await tx.query(`update bank_invoice set state = 'paid', ended_at = $2 where invoice_id = $1`, [
    invoice.invoiceId,
    now,
  ]);
}

interface Received {
  invoice: BankInvoice;
  transferId: string;
  cents: Cents;
  now: Date;
}

async function tellReceived(tx: Tx, { invoice, transferId, cents, now }: Received): Promise<void> {
  const { tenantId, invoiceId, number } = invoice;
  const due = dueOf(invoice);
  const url = `/billing/bank-transfer?invoice=${invoiceId}`;
  const over = overOf(invoice);
  const more = over > 0n ? ` ${centsText(over)} ${NOT_IN_BALANCE}` : "";
  const message =
    due > 0n
      ? `${centsText(cents)} came for invoice ${number}. ${centsText(due)} is still due.`
      : `Invoice ${number} is paid, and ${centsText(invoice.cents)} is in your balance.${more}`;
  await notify(tx, {
    ...{ tenantId, retcode: "OK", message, url, cause: `transfer:${transferId}`, now },
    mail: {
      subject: due > 0n ? `Invoice ${number}: ${centsText(due)} is still due` : `Invoice ${number} is paid`,
      text: `${message}\n\n${ownUrl(url)}\n`,
    },
  });
}

/**
 * Cancels an open invoice for which nothing has come, and takes back what it had credited. Audited.
 * @throws Refusal M680, M671, M675
 */
export async function cancelInvoice(act: StaffAct): Promise<void> {
  await transaction(async (tx) => {
    const invoice = await lockForStaff(tx, act, "invoices.act");
    if (invoice.state !== "open") throw new Refusal(M.invoiceEnded);
    if (invoice.receivedCents > 0n) throw new Refusal(M.cancelAfterMoney);
    await endCancelled(tx, invoice, act);
  });
}

/** Ends a locked invoice that nobody has to pay any more. Audited, and the customer is told. */
export async function endCancelled(
  tx: Tx,
  invoice: BankInvoice,
  { userId, requestId, now }: InvoiceAct,
): Promise<void> {
  const { invoiceId, tenantId, number } = invoice;
  await uncreditInvoice(tx, invoice, now);
  await tx.query(`update bank_invoice set state = 'cancelled', ended_at = $2 where invoice_id = $1`, [invoiceId, now]);
  const act = { userId, tenantId, action: "invoice.cancel", target: `invoice:${invoiceId}`, requestId, now };
  await writeAudit({ ...act, after: { number, cents: Number(totalOf(invoice)) } }, tx);
  await notify(tx, {
    ...{ tenantId, retcode: "OK", url: "/billing/bank-transfer", cause: `invoice-cancelled:${invoiceId}`, now },
    message: `Invoice ${number} is cancelled. You no longer need to pay it.`,
    mail: { subject: `Invoice ${number} is cancelled` },
  });
}
