import type { Queryable, Tx } from "~/db.server";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import type { ReserveAnswer } from "./reserve-answer";

const KEEP_MS = 24 * 3600 * 1000;
const KEY_MAX = 64;

/** The key as sent, or null without one; 1 to 64 characters (3.3). */
export function requireKey(given: string | null | undefined): string | null {
  const key = given?.trim();
  if (!key) return null;
  if ([...key].length > KEY_MAX) throw Refusal.ofField("idempotency_key", M.M09);
  return key;
}

/** The answer this tenant got under the key within the last 24 h. */
export async function readAnswer(
  db: Queryable,
  tenantId: number,
  key: string | null,
  now: Date,
): Promise<ReserveAnswer | null> {
  if (key === null) return null;
  const [row] = await db.query<{ answer: ReserveAnswer }>(
    `select answer from idempotent_call where tenant_id = $1 and key = $2 and created_at > $3`,
    [tenantId, key, expiredBefore(now)],
  );
  return row?.answer ?? null;
}

/** Keeps a successful answer. Fails on `idempotent_call_pkey` when another call stored one meanwhile. */
export async function storeAnswer(
  tx: Tx,
  tenantId: number,
  key: string | null,
  answer: ReserveAnswer,
  now: Date,
): Promise<void> {
  if (key === null) return;
  await tx.query(`delete from idempotent_call where tenant_id = $1 and key = $2 and created_at <= $3`, [
    tenantId,
    key,
    expiredBefore(now),
  ]);
  await tx.query(`insert into idempotent_call (tenant_id, key, answer, created_at) values ($1, $2, $3, $4)`, [
    tenantId,
    key,
    JSON.stringify(answer),
    now,
  ]);
}

function expiredBefore(now: Date): Date {
  return new Date(now.getTime() - KEEP_MS);
}
