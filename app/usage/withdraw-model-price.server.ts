import { transaction } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { writeAudit } from "~/platform/write-audit.server";
import { Refusal } from "~/platform/refusal";
import { USAGE_AHEAD_MIN } from "./grains";

const TOO_LATE = "This price already applies, or is about to.";

/**
 * Withdraws a planned price. One that begins very soon stays: an event may be a few minutes ahead and already have it.
 * @throws Refusal
 */
export async function withdrawModelPrice({
  id,
  by,
  requestId,
  now,
}: {
  id: number;
  by: number;
  requestId: string;
  now: Date;
}): Promise<{ model: string }> {
  return await transaction(async (tx) => {
    await holdStaffRight(tx, { userId: by, now }, "prices.act");
    const [taken] = await tx.query<{ model: string; fromAt: Date }>(
      `delete from model_price where id = $1 and from_at > $2::timestamptz + ${USAGE_AHEAD_MIN} * interval '1 minute'
       returning model, from_at as "fromAt"`,
      [id, now],
    );
    if (!taken) throw new Refusal(TOO_LATE);
    const { model, fromAt } = taken;
    const audit = { userId: by, action: "model-price.withdraw", target: `model:${model}`, requestId, now };
    await writeAudit({ ...audit, before: { from_at: fromAt.toISOString() } }, tx);
    return { model };
  });
}
