import { redirect } from "@remix-run/node";
import { z } from "zod";
import { addCard, setupOfSession, startAddingCard } from "~/payments/inside/add-card.server";
import { Refusal } from "~/platform/refusal";
import { requireConfirmed } from "~/accounts/require-confirmed";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { presentTime } from "~/platform/time.server";

/** Ignores the browser's values for payment method and name; the set-up contains them. */
const Saved = z.object({
  setup_intent: z.string().default(""),
  payment_method: z.string().default(""),
  card_holder_name: z.string().default(""),
});

/** The intents of the card screen (2.5): a card set up by the provider's script, and the provider's own page. */
export async function saveCard(args: RouteArgs, viewer: Viewer) {
  const { tenantId } = viewer;
  return await formAction(args, {
    "": onForm(Saved, async ({ setup_intent: setupIntentId }, { now }) => {
      const { message } = await addCard({ tenantId, setupIntentId, now });
      return { to: "/billing", notice: message };
    }),
    hosted: onForm(z.object({}), async () => {
      requireConfirmed(viewer);
      const { to } = await startAddingCard(viewer);
      return redirect(to, { status: 303 });
    }),
  });
}

/**
 * Saves the card of a set-up that returned the browser from the provider's page or the bank; a webhook does the same.
 * Returns the result, or why nothing was saved.
 */
export async function keepReturnedCard(
  { session, setupIntent }: { session: string | null; setupIntent: string | null },
  { tenantId }: Viewer,
): Promise<{ message: string; error: string | null }> {
  if (session === null && setupIntent === null) return { message: "", error: null };
  try {
    const setupIntentId = setupIntent ?? (await setupOfSession(session ?? ""));
    return { ...(await addCard({ tenantId, setupIntentId, now: presentTime() })), error: null };
  } catch (error) {
    if (error instanceof Refusal) return { message: "", error: error.message };
    throw error;
  }
}
