import { transaction } from "~/platform/db.server";
import { refuseWhileAddressMoves } from "~/platform/refuse-while-revertible.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";
import { type Benefit, durationOf } from "~/payments/promo-code";

interface NewPromo extends Benefit {
  code: string;
  name: string;
  /** Null: no limit. */
  maxRedemptions: number | null;
  expiresAt: Date | null;
}

interface MarketingAct {
  actorId: number;
  requestId: string;
  now: Date;
}

/** Creates a promo code (2.5). @throws Refusal M02, M197, for `expires_at` in the past and a `code` that is taken. */
export async function createPromo({ actorId, requestId, now, ...promo }: NewPromo & MarketingAct): Promise<void> {
  const { code, name, kind, value, maxRedemptions, expiresAt } = promo;
  if (expiresAt && expiresAt <= now) throw Refusal.ofField("expires_at", "Choose a time in the future, or none.");
  const duration = durationOf(kind, value, promo.duration);
  await transaction(async (tx) => {
    await holdStaffRight(tx, { userId: actorId, now }, "promos.act");
    await refuseWhileAddressMoves(tx, actorId, now);
    const made = await tx.query(
      `insert into promo_code
         (code, name, kind, value, duration, max_redemptions, expires_at, created_by_id, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (code) do nothing returning 1`,
      [code, name, kind, value, duration, maxRedemptions, expiresAt, actorId, now],
    );
    if (made.length === 0) throw Refusal.ofField("code", `Code ${code} already exists.`);
    const audit = { userId: actorId, action: "promo.create", target: `promo:${code}`, requestId, now };
    await writeAudit({ ...audit, after: { ...promo, duration } }, tx);
  });
}

/** Disables a code; granted benefits stay (6.6). @throws Refusal M02, or for an unknown code. */
export async function disablePromo(given: MarketingAct & { code: string }): Promise<void> {
  const { code, actorId, requestId, now } = given;
  await transaction(async (tx) => {
    await holdStaffRight(tx, { userId: actorId, now }, "promos.act");
    const [promo] = await tx.query<{ disabled_at: Date | null }>(
      `select disabled_at from promo_code where code = $1 for no key update`,
      [code],
    );
    if (!promo) throw new Refusal(`There is no code ${code}.`);
    if (promo.disabled_at) return;
    await tx.query(`update promo_code set disabled_at = $2 where code = $1`, [code, now]);
    const audit = { userId: actorId, action: "promo.disable", target: `promo:${code}`, requestId, now };
    await writeAudit({ ...audit, after: { disabled_at: now.toISOString() } }, tx);
  });
}
