import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { hashOfSecret } from "~/platform/secret.server";
import { permissionOf } from "./key-permissions";

/** Interval of look-ups for recorded refusals that an accepted request clears. */
const LATELY_MS = 60_000;
/** Days without another refusal after which a start forgets one: nobody makes that request any more. */
const FORGET_DAYS = 30;
/** Marks all requests: the key itself is wrong or revoked. */
const WHOLE_KEY = "";

interface KeyRefusal {
  /** The refused call, for example `POST /v1/refunds`; null if the whole key is refused. */
  call: string | null;
  /** The provider's text. */
  message: string;
  since: Date;
  lastAt: Date;
}

type ShownRefusal = KeyRefusal & ReturnType<typeof permissionOf>;

/** Lists the calls for which the provider refuses our key, the whole key first, and what each needs. */
export async function readKeyRefusals(): Promise<ShownRefusal[]> {
  const rows = await db.query<KeyRefusal>(
    `select nullif(call, '') as call, message, since, last_at as "lastAt" from provider_refusal order by provider_refusal.call`,
  );
  return rows.map((row) => ({ ...row, ...permissionOf(row.call) }));
}

/** Time at which this process last saw each call accepted. */
const acceptedMs = new Map<string, number>();

/** Records that the provider refused our key for a call, or for all calls (null). */
export async function noteRefused({ call, message }: Pick<KeyRefusal, "call" | "message">): Promise<void> {
  acceptedMs.delete(call ?? WHOLE_KEY);
  await quietly(
    `insert into provider_refusal (call, message, key_hash, since, last_at) values ($1, $2, $3, now(), now())
     on conflict (call) do update set message = excluded.message, key_hash = excluded.key_hash, last_at = excluded.last_at`,
    [call ?? WHOLE_KEY, message, keyHash()],
  );
}

/**
 * Records that the provider accepted our key for this call, and so as a whole; another process may have recorded a
 * refusal.
 */
export async function noteAccepted(call: string): Promise<void> {
  const nowMs = performance.now();
  const calls = [WHOLE_KEY, call].filter((one) => nowMs - (acceptedMs.get(one) ?? -Infinity) > LATELY_MS);
  if (calls.length === 0) return;
  for (const one of calls) acceptedMs.set(one, nowMs);
  await quietly(`delete from provider_refusal where call = any($1::text[])`, [calls]);
}

/**
 * Forgets refusals of an earlier key, and of requests that nobody makes again. The others stand until they are accepted: a
 * start of a worker, as in a deploy, must not end and repeat their alert.
 */
export async function forgetRefusals(): Promise<void> {
  await quietly(
    `delete from provider_refusal where key_hash <> $1 or last_at < now() - interval '${FORGET_DAYS} days'`,
    [keyHash()],
  );
}

const keyHash = () => hashOfSecret(env.STRIPE_SECRET_KEY ?? "");

/** Logs failures only: the call to the provider matters more than this record. */
async function quietly(statement: string, values: readonly unknown[]): Promise<void> {
  await db.query(statement, values).catch(() => {});
}
