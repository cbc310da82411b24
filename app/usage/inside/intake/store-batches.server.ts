import { type Tx, transaction } from "~/platform/db.server";
import { STORE_EVENTS } from "~/usage/event-order.server";
import { type Batch, type FreshEvent, judgeEvents, type Verdict } from "./judge-events.server";
import { meterCoins } from "~/usage/inside/budgets/meter-coins.server";
import { noteIntake } from "./note-intake.server";
import { keepPace } from "./pace.server";
import { priceEvents } from "./price-events.server";
import { settleHolds } from "~/usage/inside/budgets/settle-holds.server";
import { ensureUsageDays, forgetUsageDays } from "~/usage/inside/sums/usage-days.server";
import { writeEvents } from "./write-events.server";

/** Result of a batch. */
export interface Taken {
  accepted: number;
  duplicates: number;
  rejected: { index: number; key: string; human_readable_message: string }[];
  /** Names of its tenants that have no coins left. */
  coinsLow: string[];
}

/** Stores batches in one transaction, each good event of them once (4.2, decision 0193). */
export async function storeBatches(batches: readonly Batch[]): Promise<Taken[]> {
  const moments = batches.flatMap(({ events }) => events.flatMap((read) => timesOf(read)));
  try {
    await keepPace();
    await ensureUsageDays(moments);
    return await transaction(async (tx) => {
      await tx.prepared.query(STORE_EVENTS);
      const { verdicts, fresh } = await judgeEvents(tx, batches, true);
      const low = fresh.length > 0 ? await storeFresh(tx, fresh) : [];
      await noteIntake(tx, batches, verdicts);
      return takenOf(batches, verdicts, fresh, low);
    });
  } catch (error) {
    forgetUsageDays();
    throw error;
  }
}

/** Returns what storing would answer, without writing. */
export async function checkBatch(batch: Batch): Promise<Taken> {
  return await transaction(async (tx) => {
    const { verdicts } = await judgeEvents(tx, [batch], false);
    const [taken] = takenOf([batch], verdicts, [], []);
    if (!taken) throw new Error("a batch was not judged");
    return taken;
  });
}

function timesOf({ event, problem }: Batch["events"][number]): number[] {
  return event && problem === null ? [event.ts] : [];
}

async function storeFresh(tx: Tx, fresh: readonly FreshEvent[]) {
  const priced = await priceEvents(tx, fresh);
  await writeEvents(tx, priced);
  await settleHolds(tx, priced);
  return await meterCoins(tx, priced);
}

function takenOf(
  batches: readonly Batch[],
  verdicts: readonly Verdict[][],
  fresh: readonly FreshEvent[],
  low: readonly { tenantId: number; name: string }[],
): Taken[] {
  const nameOf = new Map(low.map(({ tenantId, name }) => [tenantId, name]));
  const lowOf = new Map(batches.map((batch) => [batch, new Set<string>()]));
  for (const { batch, tenantId } of nameOf.size > 0 ? fresh : []) {
    const name = nameOf.get(tenantId);
    if (name !== undefined) lowOf.get(batch)?.add(name);
  }
  return batches.map((batch, at) => {
    const taken: Taken = { accepted: 0, duplicates: 0, rejected: [], coinsLow: [...(lowOf.get(batch) ?? [])].sort() };
    (verdicts[at] ?? []).forEach((verdict, index) => {
      if (verdict === "accepted") taken.accepted += 1;
      else if (verdict === "duplicate") taken.duplicates += 1;
      else {
        const { key = "" } = batch.events[index] ?? {};
        taken.rejected.push({ index, key, human_readable_message: verdict.problem });
      }
    });
    return taken;
  });
}
