import { db, type Tx } from "~/platform/db.server";
import { notify } from "~/platform/notify.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "./messages";
import { readVat } from "./read-vat.server";
import { isInEu, vatLabel, vatSentence } from "./vat";

/** A customer's tax number, and whether an admin has checked it (B22). */
export interface VatStanding {
  tax: string;
  country: string;
  /** The check of this very number; null: not checked. */
  check: { at: number; by: string } | null;
  /** True if a check would count: a number and a country of the Union. */
  checkable: boolean;
  /** The VAT of the next payment; null while VAT is off. */
  next: string | null;
}

export async function readVatStanding({ tenantId, now }: { tenantId: number; now: Date }): Promise<VatStanding> {
  const [[row], vat] = await Promise.all([
    db.query<Pick<VatStanding, "tax" | "country" | "check">>(
      `select t.tax, t.country, case when c.tenant_id is not null then
         jsonb_build_object('at', floor(extract(epoch from c.checked_at)), 'by', coalesce(u.email, u.name)) end as check
       from tenant t left join vat_check c on c.tenant_id = t.id and c.tax = t.tax and c.country = t.country
       left join user_account u on u.id = c.checked_by_id where t.id = $1`,
      [tenantId],
    ),
    readVat({ tenantId, now }),
  ]);
  if (!row) throw new Error(`there is no tenant ${tenantId}`);
  const next = vat && (vatSentence(vat.reason) || vatLabel(vat));
  return { ...row, checkable: row.tax !== "" && isInEu(row.country), next };
}

interface CheckAct {
  actorId: number;
  userId: number;
  tenantId: number;
  requestId: string;
  now: Date;
}

/**
 * Marks a customer's present number as checked, or withdraws the mark; it counts for payments from now on. The customer is
 * told. Audited. @throws Refusal M667
 */
export async function markVatNumber(tx: Tx, { checked, ...act }: CheckAct & { checked: boolean }): Promise<void> {
  const { actorId, userId, tenantId, requestId, now } = act;
  const [tenant] = await tx.query<{ tax: string; country: string }>(
    `select tax, country from tenant where id = $1 for update`,
    [tenantId],
  );
  if (!tenant || (checked && (tenant.tax === "" || !isInEu(tenant.country)))) throw new Refusal(M.noVatNumber);
  const { tax, country } = tenant;
  if (checked)
    await tx.query(
      `insert into vat_check (tenant_id, tax, country, checked_by_id, checked_at) values ($1, $2, $3, $4, $5)
       on conflict (tenant_id) do update set tax = excluded.tax, country = excluded.country,
         checked_by_id = excluded.checked_by_id, checked_at = excluded.checked_at`,
      [tenantId, tax, country, actorId, now],
    );
  else await tx.query(`delete from vat_check where tenant_id = $1`, [tenantId]);
  const action = checked ? "tenant.check-vat-number" : "tenant.withdraw-vat-check";
  await writeAudit(
    { userId: actorId, target: `user:${userId}`, tenantId, action, after: { tax, country }, requestId, now },
    tx,
  );
  await notify(tx, {
    ...{ tenantId, retcode: "OK", url: "/settings", cause: `vat-check:${tenantId}:${now.getTime()}`, now },
    message: checked
      ? `Your tax number ${tax} is checked.`
      : `Your tax number ${tax} no longer counts as checked. Write to us if it is valid.`,
  });
}
