import { db, transaction } from "~/platform/db.server";
import { sumOfEach } from "~/platform/for-each";
import { announce } from "~/platform/announce.server";
import { writeAudit } from "~/platform/write-audit.server";
import { lockPrice, writePrice } from "./inside/pricing/set-price.server";

interface Due {
  id: number;
  pphCents: number;
}

/**
 * Applies the planned prices that are due, each once and the earliest of a GPU type first (A20). A plan that is
 * withdrawn at the same moment is either applied or withdrawn, never both.
 */
export async function applyPlannedPrices({ now }: { now: Date }): Promise<number> {
  const types = await db.query<{ gpuType: string }>(
    `select distinct gpu_type as "gpuType" from price_change where state = 'planned' and applies_at <= $1 order by 1`,
    [now],
  );
  return await sumOfEach(types, ({ gpuType }) => applyTo(gpuType, now));
}

async function applyTo(gpuType: string, now: Date): Promise<number> {
  return await transaction(async (tx) => {
    const due = await tx.query<Due>(
      `select id, pph_cents as "pphCents" from price_change
       where gpu_type = $2 and state = 'planned' and applies_at <= $1 order by applies_at, id for no key update`,
      [now, gpuType],
    );
    for (const { id, pphCents } of due) {
      const before = await lockPrice(tx, gpuType);
      await writePrice(tx, { gpuType, pphCents, now });
      await tx.query(`update price_change set state = 'done', before_cents = $2 where id = $1`, [
        id,
        before?.pphCents ?? null,
      ]);
      const audit = { userId: null, action: "price.apply", target: `price:${gpuType}`, requestId: "", now };
      await writeAudit({ ...audit, before: { pph: before?.pphCents }, after: { pph: pphCents } }, tx);
    }
    if (due.length > 0) {
      await announce(tx, [{ entity: "prices", key: "prices" }], [{ command: "wake", key: "scheduler" }]);
    }
    return due.length;
  });
}
