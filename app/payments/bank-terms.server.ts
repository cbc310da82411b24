import { db, type Tx } from "~/platform/db.server";
import { notify } from "~/platform/notify.server";
import { writeAudit } from "~/platform/write-audit.server";
import type { Cents } from "~/money/units";

/** Terms of a customer for invoices by bank transfer (B23). */
export interface BankTerms {
  allowed: boolean;
  /** Days to pay. */
  days: number;
  /** The most that all open invoices may come to, with VAT. */
  limitCents: Cents;
  /** When an invoice is credited. */
  creditWhen: "issued" | "paid";
}

/** Terms that the form offers first. */
export const USUAL_TERMS: BankTerms = { allowed: false, days: 14, limitCents: 1_000_000n as Cents, creditWhen: "paid" };

const TERMS = `allowed, days, limit_cents as "limitCents", credit_when as "creditWhen"`;

/** Reads a customer's terms; null if they never had any. */
export async function readBankTerms({ tenantId }: { tenantId: number }): Promise<BankTerms | null> {
  const [row] = await db.query<BankTerms>(`select ${TERMS} from bank_terms where tenant_id = $1`, [tenantId]);
  return row ?? null;
}

/** Reads the terms for a new invoice, until the transaction ends; null if none may be issued. */
export async function holdBankTerms(tx: Tx, tenantId: number): Promise<BankTerms | null> {
  const [row] = await tx.query<BankTerms>(
    `select ${TERMS} from bank_terms where tenant_id = $1 and allowed for share`,
    [tenantId],
  );
  return row ?? null;
}

interface TermsAct {
  actorId: number;
  userId: number;
  tenantId: number;
  requestId: string;
  now: Date;
}

/** Sets a customer's terms, and tells them if they may have invoices now or no longer. Open invoices stay payable. Audited. */
export async function setBankTerms(tx: Tx, given: TermsAct & BankTerms): Promise<void> {
  const { actorId, userId, tenantId, requestId, now, allowed, days, limitCents, creditWhen } = given;
  const [before] = await tx.query<BankTerms>(`select ${TERMS} from bank_terms where tenant_id = $1 for update`, [
    tenantId,
  ]);
  await tx.query(
    `insert into bank_terms (tenant_id, allowed, days, limit_cents, credit_when) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id) do update set allowed = excluded.allowed, days = excluded.days,
       limit_cents = excluded.limit_cents, credit_when = excluded.credit_when`,
    [tenantId, allowed, days, limitCents, creditWhen],
  );
  const shown = (terms: BankTerms) => ({
    ...{ allowed: terms.allowed, days: terms.days, limit_cents: Number(terms.limitCents) },
    credit_when: terms.creditWhen,
  });
  const audit = { userId: actorId, tenantId, action: "tenant.bank-terms", target: `user:${userId}`, requestId, now };
  await writeAudit({ ...audit, before: before && shown(before), after: shown(given) }, tx);
  if (allowed === (before?.allowed ?? false)) return;
  await notify(tx, {
    ...{
      tenantId,
      retcode: "OK",
      url: "/billing/bank-transfer",
      cause: `bank-terms:${tenantId}:${now.getTime()}`,
      now,
    },
    message: allowed
      ? `You can pay by bank transfer now: ${days} days after the invoice.`
      : "New invoices by bank transfer are no longer possible. Open ones stay payable.",
  });
}
