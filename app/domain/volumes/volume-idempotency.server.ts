import { createHash } from "node:crypto";
import type { Tx } from "~/db.server";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";

/** A request that makes one volume within 24 h for its tenant and key (A5). */
export interface KeyedCall {
  tenantId: number;
  key: string;
  hash: string;
}

const KEY_MAX = 64;

/** The request under its key, 1 to 64 characters; null without one. */
export function keyedCall(tenantId: number, given: string | null, input: unknown): KeyedCall | null {
  const key = given?.trim() ?? "";
  if (key === "") return null;
  if ([...key].length > KEY_MAX) throw new Refusal(M.unreadable);
  const hash = createHash("sha256")
    .update(`volume ${JSON.stringify(input)}`)
    .digest("base64url");
  return { tenantId, key, hash };
}

/**
 * Does the work once for its key: the same request again gives the first answer, an id. Two at once wait for each other.
 * @throws Refusal M37 for another request under the key.
 */
export async function onceForKey(
  tx: Tx,
  call: KeyedCall | null,
  now: Date,
  work: () => Promise<string>,
): Promise<string> {
  if (call === null) return await work();
  const { tenantId, key, hash } = call;
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`volume-key:${tenantId}:${key}`]);
  const [before] = await tx.query<{ answer: { volume_id?: string }; hash: string | null }>(
    `select answer, request_hash as hash from idempotent_call
     where tenant_id = $1 and key = $2 and created_at > $3::timestamptz - interval '24 hours'`,
    [tenantId, key, now],
  );
  if (before && (before.hash !== hash || !before.answer.volume_id)) throw new Refusal(M.keyUsedForOtherRequest);
  if (before?.answer.volume_id) return before.answer.volume_id;
  const made = await work();
  await tx.query(
    `insert into idempotent_call (tenant_id, key, request_hash, answer, created_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, key) do update set request_hash = $3, answer = $4, created_at = $5`,
    [tenantId, key, hash, JSON.stringify({ volume_id: made }), now],
  );
  return made;
}
