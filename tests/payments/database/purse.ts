import { db } from "~/platform/db.server";
import { checkLedger } from "~/money/check-ledger.server";
import { readMoney } from "~/money/read-money.server";
import { UNITS_PER_CENT } from "~/money/units";
import { aTenant, type TenantInWorld } from "../../support/world";

/** A customer with an empty balance and a stored address. */
export async function aPayer(dollars = 0): Promise<TenantInWorld> {
  const tenant = await aTenant({ dollars });
  await db.query(`update tenant set country = 'DE' where id = $1`, [tenant.tenantId]);
  return tenant;
}

/** Balance and debt in cents. */
export async function purse({ tenantId }: { tenantId: number }) {
  const { balanceUnits, owedUnits } = await readMoney({ tenantId, now: new Date() });
  return { cents: Number(balanceUnits / UNITS_PER_CENT), owed: Number(owedUnits / UNITS_PER_CENT) };
}

/** The top-ups of a tenant as they are stored, oldest first. */
export async function topUpsOf({ tenantId }: { tenantId: number }) {
  return await db.query<{
    state: string;
    number: string | null;
    message: string;
    payment_intent_id: string;
    session_id: string;
  }>(
    `select state, number, message, payment_intent_id, session_id from top_up where tenant_id = $1 order by created_at, topup_id`,
    [tenantId],
  );
}

export async function ledgerIsRight(): Promise<boolean> {
  return Object.values(await checkLedger()).every((wrong) => BigInt(wrong) === 0n);
}
