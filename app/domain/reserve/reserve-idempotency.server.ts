import { createHash } from "node:crypto";
import type { Queryable, Tx } from "~/db.server";
import { NETWORK_DEFAULT_RENT } from "~/domain/capacity/constants";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { AGENT_DEFAULT } from "~/domain/tasks/agent-options";
import type { ReserveAnswer } from "./reserve-answer";
import type { ReserveInput } from "./reserve-input";
import { normaliseTaskName } from "~/domain/tasks/task-name";

const KEEP_MS = 24 * 3600 * 1000;
const KEY_MAX = 64;

/** A request that is carried out once within 24 h for its tenant and key. */
export interface KeyedRequest {
  tenantId: number;
  key: string;
  /** Equal for requests that ask for the same. */
  hash: string;
}

/** The request under its key, 1 to 64 characters (3.3); null without one. */
export function keyedRequest(
  tenantId: number,
  given: string | null | undefined,
  input: ReserveInput,
): KeyedRequest | null {
  const key = (given?.trim() || input.idempotency_key) ?? "";
  if (key === "") return null;
  if ([...key].length > KEY_MAX) throw Refusal.ofField("idempotency_key", M.unreadable);
  return { tenantId, key, hash: hashOf(input) };
}

/** The answer that the same request got within the last 24 h. Another request under its key is refused (M37, A5). */
export async function readAnswer(
  db: Queryable,
  request: KeyedRequest | null,
  now: Date,
): Promise<ReserveAnswer | null> {
  if (request === null) return null;
  const [row] = await db.query<{ answer: ReserveAnswer; hash: string | null }>(
    `select answer, request_hash as hash from idempotent_call
     where tenant_id = $1 and key = $2 and created_at > $3`,
    [request.tenantId, request.key, expiredBefore(now)],
  );
  if (row && row.hash !== null && row.hash !== request.hash) throw new Refusal(M.keyUsedForOtherRequest);
  return row?.answer ?? null;
}

/** Keeps a successful answer. Fails on `idempotent_call_pkey` when another call stored one meanwhile. */
export async function storeAnswer(
  tx: Tx,
  request: KeyedRequest | null,
  answer: ReserveAnswer,
  now: Date,
): Promise<void> {
  if (request === null) return;
  const { tenantId, key, hash } = request;
  await tx.query(`delete from idempotent_call where tenant_id = $1 and key = $2 and created_at <= $3`, [
    tenantId,
    key,
    expiredBefore(now),
  ]);
  await tx.query(
    `insert into idempotent_call (tenant_id, key, request_hash, answer, created_at) values ($1, $2, $3, $4, $5)`,
    [tenantId, key, hash, JSON.stringify(answer), now],
  );
}

/**
 * Of every field that asks for something, in one spelling and order: a default may be given or left out, a number may
 * be digits, and `account` can only be one's own. Fields to come count by themselves.
 */
function hashOf({ account: _own, idempotency_key: _key, task_name, gpus_min, ...fields }: ReserveInput): string {
  const asked = {
    gpu_min: gpus_min,
    gpus_max: 0,
    gpus_incr: 1,
    network: NETWORK_DEFAULT_RENT,
    agent: AGENT_DEFAULT,
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    task_name: normaliseTaskName(task_name ?? ""),
  };
  const inOrder = Object.entries(asked).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(inOrder)).digest("base64url");
}

function expiredBefore(now: Date): Date {
  return new Date(now.getTime() - KEEP_MS);
}
