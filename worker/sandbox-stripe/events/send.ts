import { signatureHeader } from "./signature";

const ANSWER_WITHIN_MS = 10_000;

/** Posts an event once; returns whether it was accepted. */
export async function send(given: {
  url: string;
  secret: string;
  payload: string;
  stopping: AbortSignal;
}): Promise<boolean> {
  const { url, secret, payload, stopping } = given;
  try {
    const answer = await fetch(url, {
      method: "POST",
      body: payload,
      redirect: "manual",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        "stripe-signature": signatureHeader(payload, secret, Date.now()),
      },
      signal: AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    // Nothing is listening, or it took too long: retried later.
    return false;
  }
}
