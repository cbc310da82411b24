import { Refusal } from "~/domain/refusal";
import type { Session } from "~/domain/users/session.server";
import { PerRequest } from "./per-request.server";
import { countRequest } from "./rate-limit.server";
import { refusalPage } from "./refusal-page.server";
import { clientNetworkOf } from "./request-facts.server";

const counted = new PerRequest<{ counting?: Promise<void> }>(() => ({}));

/** Counts a screen or form once, however many loaders it has, as a call of a JSON path is (0.9). Throws the page of 429. */
export async function countScreen(request: Request, session: Session | null): Promise<void> {
  const once = counted.of(request);
  once.counting ??= session?.account
    ? countRequest("key", `session:${session.sessionId}`)
    : countRequest("public", clientNetworkOf(request));
  try {
    await once.counting;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw refusalPage(error.details.status ?? 429, error.message, error.details.headers);
  }
}
