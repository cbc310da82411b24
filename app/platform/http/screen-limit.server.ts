import { Refusal } from "~/platform/refusal";
import type { Session } from "~/accounts/session.server";
import { countRequest } from "./rate-limit.server";
import { refusalPage } from "./refusal-page.server";
import { clientNetworkOf, factsOf, type RouteArgs } from "./request-facts.server";

/**
 * Counts a screen or form once, however many loaders it has, as a call of a JSON path is (0.9). Throws the 429 page.
 */
export async function countScreen(args: RouteArgs, session: Session | null): Promise<void> {
  const facts = factsOf(args);
  facts.counting ??= session
    ? countRequest("key", `session:${session.sessionId}`)
    : countRequest("public", clientNetworkOf(args));
  try {
    await facts.counting;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw refusalPage(error.details.status ?? 429, error.message, error.details.headers);
  }
}
