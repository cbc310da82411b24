import { db, transaction, type Tx } from "~/platform/db.server";
import { sumOfEach } from "~/platform/for-each";
import { centsText } from "~/platform/cents-text";
import { notify } from "~/platform/notify.server";
import { ownUrl } from "~/platform/own-url.server";
import { dueOf, LATE_DAYS } from "./inside/bank/bank-invoice";
import { lockInvoice } from "./inside/bank/read-invoice.server";

/**
 * Reminds by mail of open invoices on their due date and 7 days later, once each (B23). After an outage only the later
 * one goes out.
 * @returns the number of reminders.
 */
export async function remindOfInvoices({ now }: { now: Date }): Promise<{ reminded: number }> {
  const due = await db.query<{ invoiceId: string; level: number }>(
    `select invoice_id as "invoiceId", level from bank_invoice
     cross join lateral (select case when due_on + $2::int <= ($1::timestamptz at time zone 'UTC')::date then 2 else 1 end
       as level) reached
     where state = 'open' and due_on <= ($1::timestamptz at time zone 'UTC')::date and reminders < level
     order by due_on, invoice_id`,
    [now, LATE_DAYS],
  );
  return { reminded: await sumOfEach(due, (one) => transaction((tx) => remind(tx, { ...one, now }))) };
}

async function remind(tx: Tx, { invoiceId, level, now }: { invoiceId: string; level: number; now: Date }) {
  const first = await tx.query(
    `update bank_invoice set reminders = $2 where invoice_id = $1 and reminders < $2 and state = 'open' returning 1`,
    [invoiceId, level],
  );
  const invoice = await lockInvoice(tx, invoiceId);
  if (first.length === 0 || !invoice) return 0;
  const { tenantId, number, dueOn } = invoice;
  const amount = centsText(dueOf(invoice));
  const url = `/billing/bank-transfer?invoice=${invoiceId}`;
  const message =
    level === 1
      ? `Invoice ${number} is due: ${amount} by ${dueOn}.`
      : `Invoice ${number} is overdue: ${amount} was due on ${dueOn}. Until it is paid there is no other invoice.`;
  await notify(tx, {
    ...{
      tenantId,
      retcode: level === 1 ? "OK" : "ERROR",
      message,
      url,
      cause: `invoice-reminder:${invoiceId}:${level}`,
      now,
    },
    mail: {
      subject: level === 1 ? `Invoice ${number} is due` : `Invoice ${number} is overdue`,
      text: `${message} Please quote ${number}. If you have paid, ignore this mail.\n\n${invoice.bankDetails}\n\n${ownUrl(url)}\n`,
    },
  });
  return 1;
}
