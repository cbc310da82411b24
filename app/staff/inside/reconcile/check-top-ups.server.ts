import { utcMinute } from "~/platform/utc-moment";
import { db } from "~/platform/db.server";
import { centsText } from "~/platform/cents-text";
import { TOP_UP, type TopUp } from "~/payments/lock-top-up.server";
import { ProviderSilent } from "~/payments/stripe-client.server";
import { settleTopUp } from "~/payments/settle-top-up.server";
import { OPEN_STATES } from "~/payments/top-up-state";
import { type Check, figure, type FoundDifference } from "./check-outcome";

const OPEN_TOO_LONG_MS = 30 * 60_000;
/** The customer has 24 h at the bank or on the provider's page (6.5); half an hour later the top-up must be closed. */
const OVERDUE_MS = 24.5 * 3_600_000;
/** After this many unanswered requests the provider counts as silent. */
const SILENT_MAX = 3;

/**
 * Reads top-ups that are open for more than half an hour again, and settles or closes them. Reports those that stay
 * open.
 */
export const checkTopUps: Check = async ({ now }) => {
  const before = await listOpenSince(new Date(now.getTime() - OPEN_TOO_LONG_MS));
  const reasons = await settleAll(before, now);
  const left = before.length === 0 ? [] : await listOpenSince(new Date(now.getTime() - OPEN_TOO_LONG_MS));
  return {
    figures: [
      figure("Open for over 30 minutes", before.length),
      figure("Closed by this check", before.length - left.length),
      figure("Waiting for the customer", left.filter(isWithCustomer).length),
    ],
    differences: left.flatMap((topUp) => differenceOf(topUp, reasons.get(topUp.topupId), now) ?? []),
  };
};

/** @returns the failures by top-up. */
async function settleAll(topUps: readonly TopUp[], now: Date): Promise<ReadonlyMap<string, string>> {
  const reasons = new Map<string, string>();
  let silent = 0;
  for (const topUp of topUps) {
    try {
      await settleTopUp(topUp, now);
    } catch (error) {
      // The provider repeats an error under its key: one request must not hide the others.
      if (error instanceof ProviderSilent && ++silent === SILENT_MAX) throw error;
      reasons.set(topUp.topupId, error instanceof Error ? error.message : String(error));
    }
  }
  return reasons;
}

function differenceOf(topUp: TopUp, reason: string | undefined, now: Date): FoundDifference | null {
  const { topupId, tenantName, cents, state, createdAt } = topUp;
  const overdue = now.getTime() - createdAt.getTime() > OVERDUE_MS;
  if (!reason && !overdue && isWithCustomer(topUp)) return null;
  const kind = reason ? "failing" : overdue ? "overdue" : "unanswered";
  const since = utcMinute(createdAt);
  const text = `${centsText(cents)} of ${tenantName} is '${state}' since ${since}.`;
  return { kind, subject: topupId, text: reason ? `${text} Asking failed: ${reason}` : text };
}

/** Checks whether only the customer can continue: on the provider's page or at the bank. */
function isWithCustomer({ state, way }: TopUp): boolean {
  return state === "requires_action" || (state === "created" && way === "new_card");
}

async function listOpenSince(until: Date): Promise<TopUp[]> {
  return await db.query<TopUp>(
    `${TOP_UP} where u.state = any($1::text[]) and u.created_at < $2 order by u.created_at, u.topup_id`,
    [[...OPEN_STATES], until],
  );
}
