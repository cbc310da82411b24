import { createHash } from "node:crypto";
import type { Tx } from "./db.server";
import { M } from "./messages";
import { Refusal } from "./refusal";

const KEY_MAX = 64;

/** A request that runs once per tenant and `Idempotency-Key` within 24 h (3.3, A5). */
export interface KeyedRequest {
  tenantId: number;
  key: string;
  /** Equal for equal requests. */
  hash: string;
}

/**
 * Builds the request of a key of 1 to 64 characters; null without a key. `asked` is one canonical text of the request.
 * @throws Refusal for a longer key.
 */
export function keyedRequest(tenantId: number, given: string | null | undefined, asked: string): KeyedRequest | null {
  const key = given?.trim() ?? "";
  if (key === "") return null;
  if ([...key].length > KEY_MAX) throw Refusal.ofField("idempotency_key", M.unreadable);
  return { tenantId, key, hash: createHash("sha256").update(asked).digest("base64url") };
}

/**
 * Runs the work once per key: a repeated request gets the first answer. Concurrent ones wait for each other. Refusals
 * are not stored (decision 0005). Call it before any row is locked. @throws Refusal M37 for a different request under
 * the key.
 */
export async function onceForKey<Answer>(
  tx: Tx,
  request: KeyedRequest | null,
  now: Date,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (request === null) return await work();
  const { tenantId, key, hash } = request;
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`idempotency:${tenantId}:${key}`]);
  const [before] = await tx.query<{ answer: Answer; hash: string | null }>(
    `select answer, request_hash as hash from idempotent_call
     where tenant_id = $1 and key = $2 and created_at > $3::timestamptz - interval '24 hours'`,
    [tenantId, key, now],
  );
  if (before && before.hash !== hash) throw new Refusal(M.keyUsedForOtherRequest);
  if (before) return before.answer;
  const answer = await work();
  await tx.query(
    `insert into idempotent_call (tenant_id, key, request_hash, answer, created_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, key) do update set request_hash = $3, answer = $4, created_at = $5`,
    [tenantId, key, hash, JSON.stringify(answer), now],
  );
  return answer;
}
