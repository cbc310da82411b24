import { transaction, type Tx } from "~/platform/db.server";
import type { Claimed } from "~/accounts/claim-deliveries.server";
import type { Answered } from "~/accounts/post-webhook.server";
import { FAILING_DAYS, nextTry, SLOW_MS } from "./retry-waits";
import { switchOffByItself } from "~/accounts/switch-off.server";

const GONE = 410;
const DAY_MS = 86_400_000;
/** Failed tries after the five days before the endpoint is switched off. */
const LAST_TRIES = 3;

/**
 * Records the result of an attempt (15.4): accepted, or the time of the next attempt. Switches off an endpoint that
 * answers "gone", or that has accepted nothing for days; an answer of its former URL says nothing about it. An answer
 * after a takeover changes nothing. @returns the time of the next attempt, if any.
 */
export async function recordAttempt(given: { claimed: Claimed; answered: Answered; now: Date }): Promise<Date | null> {
  const { claimed, answered, now } = given;
  const taken = answered.error === "";
  return await transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, claimed.endpointId);
    const moved = endpoint?.url !== claimed.url;
    const gone = answered.status === GONE && !moved;
    const again = taken || gone ? null : nextTry({ turn: claimed.turn, now });
    const state = taken ? "delivered" : again ? "waiting" : "failed";
    const failingSince = taken || moved ? null : (endpoint.failingSince ?? now);
    if (!moved) await noteEndpoint(tx, { claimed, answered, failingSince });
    const [written] = await tx.query(
      `update webhook_delivery set state = $3, turn = $6, try_after = coalesce($4, try_after), delivered_at = $5, error = ''
       where id = $1 and attempts = $2 and state = 'waiting' returning 1`,
      [claimed.id, claimed.attempt, state, again, taken ? now : null, claimed.turn],
    );
    await tx.query(
      `insert into webhook_attempt (delivery_id, number, at, status, error, duration_ms, body)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      [...[claimed.id, claimed.attempt, now, answered.status], ...[answered.error, answered.durationMs, answered.body]],
    );
    if (!written) return null;
    const failedTooLong =
      failingSince !== null && (await hasFailedTooLong(tx, { claimed, failingSince, givenUp: again === null, now }));
    const off = gone ? "gone" : failedTooLong ? "failing" : null;
    if (off) await switchOffByItself(tx, { ...claimed, state: off, now });
    return off ? null : again;
  });
}

/** True after five days of failures: at the end of a series, or once several later tries have failed too. */
async function hasFailedTooLong(
  tx: Tx,
  given: { claimed: Claimed; failingSince: Date; givenUp: boolean; now: Date },
): Promise<boolean> {
  const { claimed, failingSince, givenUp, now } = given;
  const deadline = new Date(failingSince.getTime() + FAILING_DAYS * DAY_MS);
  if (now < deadline) return false;
  if (givenUp) return true;
  const [row] = await tx.query<{ tries: number }>(
    `select count(*)::int as tries from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id
     where d.endpoint_id = $1 and a.at >= $2`,
    [claimed.endpointId, deadline],
  );
  return (row?.tries ?? 0) >= LAST_TRIES;
}

async function lockEndpoint(tx: Tx, id: string): Promise<{ url: string; failingSince: Date | null } | undefined> {
  const [endpoint] = await tx.query<{ url: string; failingSince: Date | null }>(
    `select url, failing_since as "failingSince" from webhook_endpoint where id = $1 for no key update`,
    [id],
  );
  return endpoint;
}

/** Records since when the endpoint has accepted nothing, or null; writes its row only if that changes. */
async function noteEndpoint(
  tx: Tx,
  { claimed, answered, failingSince }: { claimed: Claimed; answered: Answered; failingSince: Date | null },
): Promise<void> {
  const slow = failingSince !== null || answered.durationMs > SLOW_MS;
  await tx.query(
    `update webhook_endpoint set failing_since = $2, slow = $3
     where id = $1 and (failing_since is distinct from $2 or slow <> $3)`,
    [claimed.endpointId, failingSince, slow],
  );
}
