import { db, transaction, type Tx } from "~/platform/db.server";
import { volumeUnchargedUnits } from "~/money/charged-volumes.server";
import { covers } from "~/money/cover";
import { lockAccounts } from "~/money/ledger.server";
import { readAvailable } from "~/money/read-available.server";
import { touchBalances } from "~/money/touch-balances.server";
import { hourCents } from "~/money/volume-cost";
import { forEach } from "~/platform/for-each";
import { beginDeletion } from "./inside/volumes/begin-deletion.server";
import { isSuspended } from "./inside/volumes/is-suspended.server";
import { type LockedVolume, lockVolumes } from "./inside/volumes/lock-volumes.server";
import { moveVolumes } from "./inside/volumes/move-volumes.server";
import { notifyDeleted, notifyUnpaid } from "./inside/volumes/notify-unpaid.server";
import { dueStep, type WarningDays } from "./inside/volumes/unpaid-steps";
import { VOLUME_KEEPERS } from "./volume-sql.server";

/**
 * Looks after unpaid volumes: those that the balance covers again are kept; for the others, warnings are sent, and
 * after 14 days they are deleted, unless their owner is suspended (17.4). May run at any time and in several workers at
 * once; each tenant has its own transactions.
 */
export async function watchVolumes({ now }: { now: Date }): Promise<{ kept: number; warned: number; deleted: number }> {
  const tenants = await db.query<{ id: number }>(
    `select distinct tenant_id as id from volume where state = 'unpaid' order by 1`,
  );
  const done = { kept: 0, warned: 0, deleted: 0 };
  await forEach(tenants, async ({ id }) => {
    done.kept += await transaction((tx) => keepPaid(tx, id, now));
    const steps = await transaction(async (tx) => {
      // Money may have come since, and none comes before the commit.
      await keepPaid(tx, id, now);
      return await takeSteps(tx, id, now);
    });
    done.deleted += steps.filter((step) => step === "delete").length;
    done.warned += steps.filter((step) => step !== "delete").length;
  });
  return done;
}

/**
 * Keeps volumes that the balance pays for, one after the other: the unpaid cost, and 10 minutes of everything (S12).
 */
async function keepPaid(tx: Tx, tenantId: number, now: Date): Promise<number> {
  const unpaid = await lockVolumes(tx, { tenantId, states: ["unpaid"] });
  await lockAccounts(tx, [tenantId], "usd");
  const money = (await readAvailable(tx, [tenantId], now)).get(tenantId);
  const paid: string[] = [];
  if (!money) return 0;
  const due = await tx.query<{ id: string; units: bigint }>(
    `select volume_id as id, coalesce(${volumeUnchargedUnits("$2")}, 0) as units from volume where volume_id = any($1::uuid[])`,
    [unpaid.map(({ volumeId }) => volumeId), now],
  );
  const backlog = new Map(due.map(({ id, units }) => [id, units]));
  let funds = { availableUnits: money.availableUnits as bigint, committedPph: money.committedPph };
  for (const { volumeId, gb, gbMonthCents } of unpaid) {
    const pph = hourCents(gb * gbMonthCents);
    const availableUnits = funds.availableUnits - (backlog.get(volumeId) ?? 0n);
    if (!covers({ ...funds, availableUnits }, pph)) continue;
    funds = { availableUnits, committedPph: funds.committedPph + pph };
    paid.push(volumeId);
  }
  const moved = await moveVolumes(tx, { volumeIds: paid, to: "kept", now });
  await touchBalances(tx, moved.length > 0 ? [tenantId] : []);
  return moved.length;
}

async function takeSteps(tx: Tx, tenantId: number, now: Date): Promise<("delete" | WarningDays)[]> {
  const steps: ("delete" | WarningDays)[] = [];
  const unpaid = await lockVolumes(tx, { tenantId, states: ["unpaid"] });
  if (await isSuspended(tx, tenantId)) await restart(tx, unpaid, now);
  else
    for (const volume of unpaid) {
      const step = await takeStep(tx, volume, now);
      if (step) steps.push(step);
    }
  return steps;
}

/** Lets the 14 days begin again, to the hour: nobody can pay now. */
async function restart(tx: Tx, unpaid: readonly LockedVolume[], now: Date): Promise<void> {
  await tx.query(
    `update volume set state_at = $2, warned_days = 14, warned_at = $2
     where volume_id = any($1::uuid[]) and state_at < $2::timestamptz - interval '1 hour'`,
    [unpaid.map(({ volumeId }) => volumeId), now],
  );
}

async function takeStep(tx: Tx, volume: LockedVolume, now: Date): Promise<"delete" | WarningDays | null> {
  const { warnedDays, warnedAt, stateAt } = volume;
  if (warnedDays === null || warnedAt === null) return null;
  const step = dueStep({ unpaidAt: stateAt, warnedDays, warnedAt }, now);
  if (step === null) return null;
  if (step === "delete") return await deleteUnpaid(tx, volume, now);
  await tx.query(`update volume set warned_days = $2, warned_at = $3 where volume_id = $1`, [
    volume.volumeId,
    step.warn,
    now,
  ]);
  await notifyUnpaid(tx, [volume], step.warn, now);
  return step.warn;
}

/** Deletes an unpaid volume, unless a task keeps it. */
async function deleteUnpaid(tx: Tx, volume: LockedVolume, now: Date): Promise<"delete" | null> {
  const [used] = await tx.query(`select from volume where volume_id = $1 and exists ${VOLUME_KEEPERS}`, [
    volume.volumeId,
  ]);
  if (used) return null;
  await beginDeletion(tx, { volume, reason: "unpaid for 14 days", now });
  await notifyDeleted(tx, volume, now);
  return "delete";
}
