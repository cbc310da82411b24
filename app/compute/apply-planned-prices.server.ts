import { transaction } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { writeAudit } from "~/platform/write-audit.server";
import { lockPrice, writePrice } from "./inside/pricing/set-price.server";

interface Due {
  id: number;
  gpuType: string;
  pphCents: number;
}

/**
 * Applies the planned prices that are due, each once and the earliest first (A20). A plan that is withdrawn at the same
 * moment is either applied or withdrawn, never both.
 */
export async function applyPlannedPrices({ now }: { now: Date }): Promise<number> {
  return await transaction(async (tx) => {
    const due = await tx.query<Due>(
      `select id, gpu_type as "gpuType", pph_cents as "pphCents" from price_change
        where state = 'planned' and applies_at <= $1 order by applies_at, id for no key update`,
      [now],
    );
    for (const { id, gpuType, pphCents } of due) {
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
