import { z } from "zod";
import { readTopUp } from "~/payments/read-top-up.server";
import { ProviderSilent } from "~/payments/stripe-client.server";
import { settleTopUp } from "~/payments/settle-top-up.server";
import { isPaid } from "~/payments/top-up-state";
import { M } from "~/payments/messages";
import { refusalPage } from "~/platform/http/refusal-page.server";

const PATIENCE_MS = 3_000;

/** A top-up to which the customer returns, for the screen. */
export interface FollowUp {
  topupId: string;
  state: "paid" | "waiting" | "confirm" | "failed";
  /** With VAT. */
  cents: number;
  /** The page of the bank or provider. */
  actionUrl: string;
  /** True if that page asks for a card instead of a bank's confirmation. */
  asksForCard: boolean;
  /** The provider's text. */
  message: string;
}

/**
 * Reads the current outcome of a top-up after its page sent the browser back. A guessed URL shows nobody else's and
 * credits nothing: only the provider's answer counts. Does not wait for a silent provider: the job asks again.
 */
export async function followUp(given: { topupId: string; tenantId: number; now: Date }): Promise<FollowUp> {
  const { tenantId, now } = given;
  const topupId = z.guid().safeParse(given.topupId).data;
  const known = topupId && (await readTopUp({ topupId, tenantId }));
  if (!topupId || !known) throw refusalPage(404, M.notFound);
  await soon(settleTopUp(known, now));
  const topUp = (await readTopUp({ topupId, tenantId })) ?? known;
  const { state, actionUrl, message, cents, vatCents } = topUp;
  const asksForCard = topUp.way === "new_card" && state === "created";
  const shown = { topupId, actionUrl, asksForCard, message, cents: Number(cents + vatCents) };
  if (isPaid(state)) return { ...shown, state: "paid" };
  if (state === "failed") return { ...shown, state };
  const waits = state === "requires_action" || (asksForCard && actionUrl !== "");
  return { ...shown, state: waits ? "confirm" : "waiting" };
}

/** Waits briefly for the provider; the job finds later answers. */
async function soon(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
  const quiet = work.catch((error: unknown) => {
    if (!(error instanceof ProviderSilent)) throw error;
  });
  // The job also retries a failure after the page was sent.
  quiet.catch(() => {});
  await Promise.race([quiet, late]).finally(() => clearTimeout(timer));
}
