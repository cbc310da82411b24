import { dayOf } from "~/platform/day-range";
import { transaction, type Tx, violates } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { M } from "~/payments/messages";
import { centsText } from "~/platform/cents-text";
import { notify } from "~/platform/notify.server";
import { ownUrl } from "~/platform/own-url.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";
import { type BankInvoice, NOT_IN_BALANCE, overOf } from "./bank-invoice";
import { lockForStaff } from "./lock-for-staff.server";
import { postTransfer } from "./post-transfer.server";

interface Return {
  /** Key from the form: sent twice, it records once. */
  returnId: string;
  invoiceId: string;
  cents: Cents;
  /** YYYY-MM-DD */
  returnedOn: string;
  reference: string;
  userId: number;
  requestId: string;
  now: Date;
}

/**
 * Records that some or all of an invoice's surplus went back to the customer's bank (B23): the opposite of a transfer.
 * Audited.
 * @returns the surplus that is left; null if this form had recorded it before.
 * @throws Refusal M672, M680, M900, M901
 */
export async function recordReturn(given: Return): Promise<Cents | null> {
  const { returnId, invoiceId, cents, returnedOn, reference, userId, requestId, now } = given;
  if (returnedOn > dayOf(now)) throw Refusal.ofField("returned_on", M.returnDay);
  return await transaction(async (tx) => {
    const invoice = await lockForStaff(tx, given, "invoices.act");
    const [known] = await tx.query(`select from bank_return where return_id = $1`, [returnId]);
    if (known) return null;
    const over = overOf(invoice);
    if (cents > over) throw Refusal.ofField("dollars", M.moreThanSurplus({ dollars: centsText(over) }));
    await keepReturn(tx, given);
    const { number, tenantId } = invoice;
    await postTransfer(tx, { key: `return:${returnId}`, number, cents: -cents as Cents, now });
    await tx.query(`update bank_invoice set returned_cents = returned_cents + $2 where invoice_id = $1`, [
      invoiceId,
      cents,
    ]);
    const left = (over - cents) as Cents;
    await tellReturned(tx, { given, invoice, left });
    const act = { userId, tenantId, action: "invoice.return", target: `invoice:${invoiceId}` };
    const after = { number, cents: Number(cents), returned_on: returnedOn, reference };
    await writeAudit({ ...act, after, requestId, now }, tx);
    return left;
  });
}

async function keepReturn(tx: Tx, given: Return): Promise<void> {
  try {
    await tx.query(
      `insert into bank_return (return_id, invoice_id, cents, returned_on, reference, recorded_by_id, recorded_at)
       values ($returnId, $invoiceId, $cents, $returnedOn, $reference, $userId, $now)`,
      { ...given },
    );
  } catch (error) {
    if (violates(error, "bank_return_invoice_id_reference_key")) throw Refusal.ofField("reference", M.transferKnown);
    throw error;
  }
}

async function tellReturned(
  tx: Tx,
  { given, invoice, left }: { given: Return; invoice: BankInvoice; left: Cents },
): Promise<void> {
  const { returnId, invoiceId, cents, returnedOn, reference, now } = given;
  const { tenantId, number } = invoice;
  const url = `/billing/bank-transfer?invoice=${invoiceId}`;
  const rest = left > 0n ? ` ${centsText(left)} ${NOT_IN_BALANCE}` : "";
  const message = `${centsText(cents)} that came beyond invoice ${number} went back to your bank on ${returnedOn}.${rest}`;
  await notify(tx, {
    ...{ tenantId, retcode: "OK", message, url, cause: `bank-return:${returnId}`, now },
    mail: {
      subject: `Invoice ${number}: ${centsText(cents)} went back to your bank`,
      text: `${message}\n\nReference: ${reference}\n\n${ownUrl(url)}\n`,
    },
  });
}
