import type { Tx } from "~/platform/db.server";
import { memberKey } from "~/money/member-key";
import { readMemberFunds } from "~/money/member-funds.server";
import { UNITS_PER_CENT } from "~/money/units";
import { unitsOfWeight } from "~/money/volume-cost";
import { M } from "~/platform/messages";
import { Refusal } from "~/platform/refusal";
import { endOfMonth } from "~/platform/spend-month";

const DAY_S = 86_400;
const LONGEST_MONTH_S = 31 * DAY_S;

interface Asked {
  tenantId: number;
  userId: number;
  /** Cents a month by which the request raises the cost. */
  monthCents: number;
  /** The volume that is to grow. */
  volumeId?: string;
  now: Date;
}

/**
 * Checks storage against the requester's limit (16.8): their volumes must fit a whole month of it, and the rest of the
 * present month must pay for them. Call it while holding the tenant's accounts, so that the second of two calls counts
 * the first. @throws Refusal M340, M341.
 */
export async function requireMemberLimit(
  tx: Tx,
  { tenantId, userId, monthCents, volumeId, now }: Asked,
): Promise<void> {
  const funds = (await readMemberFunds(tx, [{ tenantId, userId }], now)).get(memberKey(tenantId, userId));
  if (!funds) return;
  if (volumeId !== undefined) await requireOwn(tx, { userId, volumeId });
  const { limitCents, availableUnits, volumeMonthCents } = funds;
  const costs = (cents: number, seconds: number) => unitsOfWeight(BigInt(cents) * BigInt(seconds));
  const restS = Math.ceil((endOfMonth(now) - now.getTime()) / 1000);
  const fits =
    costs(volumeMonthCents + monthCents, LONGEST_MONTH_S) <= BigInt(limitCents) * UNITS_PER_CENT &&
    costs(monthCents, restS) <= availableUnits;
  if (!fits) throw new Refusal(M.memberLimitVolumes({ dollars: `$${(limitCents / 100).toFixed(2)}` }));
}

/** Refuses growth of another member's volume: its cost would count against their limit, or against none. */
async function requireOwn(tx: Tx, { userId, volumeId }: { userId: number; volumeId: string }): Promise<void> {
  const own = await tx.query(`select from volume where volume_id = $1 and created_by_id = $2`, [volumeId, userId]);
  if (own.length === 0) throw new Refusal(M.growsOnlyOwn, { status: 403 });
}
