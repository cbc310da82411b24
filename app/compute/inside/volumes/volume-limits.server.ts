import type { Tx } from "~/platform/db.server";
import { type LimitFunds, readLimitFunds } from "~/money/limit-funds.server";
import { UNITS_PER_CENT } from "~/money/units";
import { unitsOfWeight } from "~/money/volume-cost";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { limitOfVolumes } from "../limit-refusals";

interface Asked {
  tenantId: number;
  userId: number;
  keyLineId?: number | null | undefined;
  /** Cents a month by which the request raises the cost. */
  monthCents: number;
  /** The volume that is to grow. */
  volumeId?: string;
  now: Date;
}

/**
 * Checks storage against the limits of the requester (16.8) and of their key (16.11): the volumes must fit a whole
 * period of each, and what is left of the present one must pay for them. Call it while holding the tenant's accounts,
 * so that the second of two calls counts the first. @throws Refusal M340, M341, M432, M433.
 */
export async function requireLimits(tx: Tx, asked: Asked): Promise<void> {
  const { monthCents, volumeId, now } = asked;
  const limits = [...(await readLimitFunds(tx, [asked], now)).values()];
  for (const limit of limits) if (volumeId !== undefined) await requireOwn(tx, limit, volumeId);
  const exceeded = limits.find((limit) => !fits(limit, monthCents));
  if (exceeded) throw limitOfVolumes(exceeded);
}

function fits(limit: LimitFunds, monthCents: number): boolean {
  const costs = (cents: number, seconds: number) => unitsOfWeight(BigInt(cents) * BigInt(seconds));
  return (
    costs(limit.volumeMonthCents + monthCents, limit.periodS) <= BigInt(limit.limitCents) * UNITS_PER_CENT &&
    costs(monthCents, limit.restS) <= limit.availableUnits
  );
}

/**
 * Refuses to enlarge a volume that somebody else made: the cost would count against their limit, or against no limit.
 */
async function requireOwn(tx: Tx, { kind, id }: LimitFunds, volumeId: string): Promise<void> {
  const ofMember = kind === "member";
  const own = await tx.query(
    `select from volume where volume_id = $1 and case when $3::boolean then created_by_id else key_line_id end = $2`,
    [volumeId, id, ofMember],
  );
  if (own.length === 0) throw new Refusal(ofMember ? M.growsOnlyOwn : M.keyGrowsOnlyOwn, { status: 403 });
}
