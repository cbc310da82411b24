import { assertStillLeads } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import type { Claimed } from "./claim-deliveries.server";
import { type Answered, postWebhook } from "./post-webhook.server";
import type { Resolve } from "./inside/endpoints/find-address.server";
import { recordAttempt } from "./inside/endpoints/record-attempt.server";
import { signedHeaders } from "./signing-secret.server";

export interface DeliverOptions {
  timeoutMs?: number | undefined;
  resolve?: Resolve | undefined;
  ca?: string | undefined;
}

/**
 * Sends a claimed delivery outside any transaction and records the answer. After a crash it is sent again under the
 * same `webhook-id`: at least once (15.4).
 * @returns when it is retried, if it is.
 */
export async function deliver(given: {
  claimed: Claimed;
  clock: () => Date;
  options?: DeliverOptions;
}): Promise<Date | null> {
  const { claimed, clock, options = {} } = given;
  const headers = signedHeaders(claimed, clock());
  await assertStillLeads();
  const answered = headers
    ? await postWebhook({
        ...options,
        url: claimed.url,
        headers,
        body: claimed.payload,
        attempt: claimed.attempt,
        loopback: env.WEBHOOK_LOOPBACK,
      })
    : UNSIGNED;
  return await recordAttempt({ claimed, answered, now: clock() });
}

/** The secret was encrypted with a lost MILLRACE_SECRET. */
const UNSIGNED: Answered = {
  status: null,
  error: "The signing secret can no longer be read. Make a new one.",
  durationMs: 0,
  body: "",
};
