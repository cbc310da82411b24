import { db } from "~/platform/db.server";
import { askCharge } from "./inside/ask-charge.server";
import { beginAutoTopUp } from "./inside/auto-top-up/begin-auto-top-up.server";
import { followAutoTopUp } from "./inside/auto-top-up/follow-auto-top-up.server";
import { listAutoNeeds } from "./inside/auto-top-up/list-auto-needs.server";

/**
 * Tops up balances that fell below their tenant's threshold. May run at any time and in several workers. If it is cut
 * off after recording a top-up, the job for open top-ups repeats it with the same key.
 * @returns how many charges were begun, and failures by tenant.
 */
export async function runAutoTopUps({ now }: { now: Date }) {
  const failures: { tenantId: number; error: unknown }[] = [];
  let begun = 0;
  const each = async (tenantId: number, work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => failures.push({ tenantId, error }));
  };
  for (const tenantId of await listUnderWay()) await each(tenantId, () => followAutoTopUp({ tenantId, now }));
  for (const { tenantId } of await listAutoNeeds({ now })) {
    await each(tenantId, async () => {
      const topUp = await beginAutoTopUp({ tenantId, now });
      if (!topUp) return;
      begun += 1;
      await askCharge(topUp, now);
      await followAutoTopUp({ tenantId, now });
    });
  }
  return { begun, failures };
}

async function listUnderWay(): Promise<number[]> {
  const rows = await db.query<{ tenant_id: number }>(
    `select tenant_id from auto_top_up where topup_id is not null order by tenant_id`,
  );
  return rows.map((row) => row.tenant_id);
}
