import { db } from "~/db.server";

/** A request that was accepted so lately need not be looked up among those that were refused. */
const LATELY_MS = 60_000;
/** Stands for every request: the key itself is wrong or revoked. */
const WHOLE_KEY = "";

interface KeyRefusal {
  /** Such as `POST /v1/refunds`, for which the key lacks the permission; null when the key as a whole is refused. */
  call: string | null;
  /** The provider's words. */
  message: string;
  since: Date;
  lastAt: Date;
}

/** What the provider refuses our key for now, the whole key first. */
export async function readKeyRefusals(): Promise<KeyRefusal[]> {
  return await db.query<KeyRefusal>(
    `select nullif(call, '') as call, message, since, last_at as "lastAt" from provider_refusal order by provider_refusal.call`,
  );
}

/** When each request was accepted last, in the life of this process. */
const acceptedMs = new Map<string, number>();

/** Keeps that the provider has refused our key for a request, or for all (null). */
export async function noteRefused({ call, message }: Pick<KeyRefusal, "call" | "message">): Promise<void> {
  acceptedMs.delete(call ?? WHOLE_KEY);
  await quietly(
    `insert into provider_refusal (call, message, since, last_at) values ($1, $2, now(), now())
     on conflict (call) do update set message = excluded.message, last_at = excluded.last_at`,
    [call ?? WHOLE_KEY, message],
  );
}

/** The provider takes our key for this request, so for the key as a whole; another process may have noted that it does not. */
export async function noteAccepted(call: string): Promise<void> {
  const nowMs = performance.now();
  const calls = [WHOLE_KEY, call].filter((one) => nowMs - (acceptedMs.get(one) ?? -Infinity) > LATELY_MS);
  if (calls.length === 0) return;
  for (const one of calls) acceptedMs.set(one, nowMs);
  await quietly(`delete from provider_refusal where call = any($1::text[])`, [calls]);
}

/** What was asked of the provider counts more than this note about it. */
async function quietly(statement: string, values: readonly unknown[]): Promise<void> {
  await db.query(statement, values).catch(() => {});
}
