import { holdStaffRight } from "~/platform/hold-right.server";
import { refuseWhileAddressMoves } from "~/platform/refuse-while-revertible.server";
import { transaction, type Tx, violates } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";
import { assertVersion, type CatalogueAct, finishChange } from "./catalogue-change.server";

/** Time within which a price may be planned ahead. */
const PLANNED_AHEAD_MS = 366 * 86_400_000;
const TOO_FAR = "Choose a time within a year.";

interface NewPrice extends CatalogueAct {
  gpuType: string;
  pphCents: number;
  /** Version of the type that was seen; null: the type is new. */
  version: number | null;
}

interface StoredPrice {
  pphCents: number;
  version: number;
}

/**
 * Sets the price of a GPU-hour from now on, or creates the type (B14, B15). Running tasks keep their price; waiting
 * ones pay the lower of the new price and the one at which they were accepted. @throws Refusal M197, or for a concurrent
 * change.
 */
export async function setPrice({ gpuType, pphCents, version, ...act }: NewPrice): Promise<void> {
  await transaction(async (tx) => {
    await holdStaffRight(tx, act, "prices.act");
    await refuseWhileAddressMoves(tx, act.userId, act.now);
    const before = await lockPrice(tx, gpuType);
    assertVersion(before, version);
    if (before?.pphCents === pphCents) return;
    // If two admins create a type at once, the second finds it there, with a version that it has not seen.
    if (!before) {
      const made = await tx.query(
        `insert into price (gpu_type, pph_cents, updated_at) values ($1, $2, $3) on conflict do nothing returning 1`,
        [gpuType, pphCents, act.now],
      );
      if (made.length === 0) assertVersion({ version: 1 }, null);
    }
    await tx.query(
      `insert into price_change (gpu_type, before_cents, pph_cents, state, applies_at, user_id, created_at)
       values ($1, $2, $3, 'done', $4, $5, $4)`,
      [gpuType, before?.pphCents ?? null, pphCents, act.now, act.userId],
    );
    await writePrice(tx, { gpuType, pphCents, now: act.now });
    const shown = { before: before && { pph: before.pphCents }, after: { pph: pphCents } };
    await finishChange(tx, { act, action: "price.set", target: `price:${gpuType}`, ...shown }, { gpuType });
  });
}

/** Plans a price for a later time (A20). @throws Refusal M197, for the field `applies_at`, or for a concurrent change. */
export async function planPrice(given: NewPrice & { appliesAt: Date }): Promise<void> {
  const { gpuType, pphCents, version, appliesAt, ...act } = given;
  if (appliesAt <= act.now) throw Refusal.ofField("applies_at", "Choose a time in the future, or leave it empty.");
  if (appliesAt.getTime() > act.now.getTime() + PLANNED_AHEAD_MS) throw Refusal.ofField("applies_at", TOO_FAR);
  await transaction(async (tx) => {
    await holdStaffRight(tx, act, "prices.act");
    await refuseWhileAddressMoves(tx, act.userId, act.now);
    const before = await lockPrice(tx, gpuType);
    if (!before) throw Refusal.ofField("applies_at", "A new GPU type has its first price at once.");
    assertVersion(before, version);
    await tx.query(
      `insert into price_change (gpu_type, before_cents, pph_cents, state, applies_at, user_id, created_at)
       values ($1, $2, $3, 'planned', $4, $5, $6)`,
      [gpuType, before.pphCents, pphCents, appliesAt, act.userId, act.now],
    );
    const after = { pph: pphCents, applies_at: appliesAt.toISOString() };
    const change = { act, action: "price.plan", target: `price:${gpuType}`, before: { pph: before.pphCents }, after };
    await finishChange(tx, change, {});
  }).catch((error: unknown) => {
    if (!violates(error, "price_change_planned")) throw error;
    throw Refusal.ofField("applies_at", "A price is already planned for that time. Withdraw it first.");
  });
}

/** Withdraws a planned price. @throws Refusal when it has been carried out, or withdrawn. */
export async function withdrawPrice({ id, ...act }: CatalogueAct & { id: number }): Promise<{ gpuType: string }> {
  return await transaction(async (tx) => {
    await holdStaffRight(tx, act, "prices.act");
    const [plan] = await tx.query<{ gpuType: string; pph: number; appliesAt: Date }>(
      `update price_change set state = 'withdrawn' where id = $1 and state = 'planned'
       returning gpu_type as "gpuType", pph_cents as pph, applies_at as "appliesAt"`,
      [id],
    );
    if (!plan) throw new Refusal("This planned price has already taken effect or been withdrawn.");
    const { gpuType, pph, appliesAt } = plan;
    const before = { pph, applies_at: appliesAt.toISOString() };
    const change = { act, action: "price.withdraw", target: `price:${gpuType}`, before, after: null };
    await finishChange(tx, change, {});
    return { gpuType };
  });
}

export async function lockPrice(tx: Tx, gpuType: string): Promise<StoredPrice | undefined> {
  const [price] = await tx.query<StoredPrice>(
    `select pph_cents as "pphCents", version from price where gpu_type = $1 for no key update`,
    [gpuType],
  );
  return price;
}

export async function writePrice(tx: Tx, given: { gpuType: string; pphCents: number; now: Date }): Promise<void> {
  await tx.query(`update price set pph_cents = $2, updated_at = $3, version = version + 1 where gpu_type = $1`, [
    given.gpuType,
    given.pphCents,
    given.now,
  ]);
}
