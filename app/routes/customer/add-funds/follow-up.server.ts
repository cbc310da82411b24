import { z } from "zod";
import { readTopUp } from "~/domain/payments/read-top-up.server";
import { ProviderSilent } from "~/domain/payments/provider/stripe-client.server";
import { leaveTopUp, settleTopUp } from "~/domain/payments/settle-top-up.server";
import { isPaid } from "~/domain/payments/top-up-state";
import { M } from "~/domain/messages";
import { refusalPage } from "~/http/refusal-page.server";

const PATIENCE_MS = 3_000;

/** A top-up that the customer comes back from, as the screen shows it. */
export interface FollowUp {
  topupId: string;
  state: "paid" | "waiting" | "confirm" | "failed";
  cents: number;
  /** Page of the bank or the provider. */
  actionUrl: string;
  /** Whether that page asks for a card, not the bank for a confirmation. */
  asksForCard: boolean;
  /** The provider's words. */
  message: string;
}

/**
 * What became of a top-up whose page sent the browser back, asked of the provider now. A guessed address shows no
 * stranger's and credits nothing: only what the provider says counts. Nobody waits for a silent provider: the job asks
 * again.
 */
export async function followUp(given: {
  topupId: string;
  left: boolean;
  tenantId: number;
  now: Date;
}): Promise<FollowUp> {
  const { tenantId, now } = given;
  const topupId = z.guid().safeParse(given.topupId).data;
  const known = topupId && (await readTopUp({ topupId, tenantId }));
  if (!topupId || !known) throw refusalPage(404, M.notFound);
  await soon(given.left ? leaveTopUp(known, now) : settleTopUp(known, now));
  const topUp = (await readTopUp({ topupId, tenantId })) ?? known;
  const { state, actionUrl, message, cents } = topUp;
  const asksForCard = topUp.way === "new_card" && state === "created";
  const shown = { topupId, actionUrl, asksForCard, message, cents: Number(cents) };
  if (isPaid(state)) return { ...shown, state: "paid" };
  if (state === "failed") return { ...shown, state };
  const waits = state === "requires_action" || (asksForCard && actionUrl !== "");
  return { ...shown, state: waits ? "confirm" : "waiting" };
}

/** Waits for the provider, but not long: what comes later is found by the job that asks again. */
async function soon(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
  const quiet = work.catch((error: unknown) => {
    if (!(error instanceof ProviderSilent)) throw error;
  });
  // One that fails after the page has gone is asked for again, too.
  quiet.catch(() => {});
  await Promise.race([quiet, late]).finally(() => clearTimeout(timer));
}
