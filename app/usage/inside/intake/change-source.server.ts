import { type Tx, transaction } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/usage/messages";
import { Refusal } from "~/platform/refusal";
import { makeServiceKey, type SourceAct } from "./make-source.server";

/** Time for which the old key keeps working after a new one was created (A2). */
const OVERLAP_MS = 24 * 3_600_000;

/**
 * Gives a source a new key. The present key ends in 24 hours, and keys that it replaced end at once: a leaked key is
 * gone after two replacements. The keys of events stay unique. @throws Refusal M04.
 */
export async function rotateSource(given: SourceAct & { sourceId: number }): Promise<string> {
  const { sourceId, actorId, requestId, now } = given;
  return await transaction(async (tx) => {
    await lockSource(tx, sourceId);
    const at = new Date(now.getTime() + OVERLAP_MS);
    const ended = await endReplacedKeys(tx, sourceId, now);
    await endKeys(tx, sourceId, at);
    const key = await makeServiceKey(tx, { sourceId, userId: actorId, now });
    const audit = {
      userId: actorId,
      action: "usage-source.rotate",
      target: `usage-source:${sourceId}`,
      requestId,
      now,
    };
    await writeAudit({ ...audit, after: { old_ends_at: at.toISOString(), ended_now: ended, shown: 1 } }, tx);
    return key;
  });
}

/** Ends all keys of a source at once, including those that are being replaced. Its events stay. @throws Refusal M04. */
export async function revokeSource(given: SourceAct & { sourceId: number }): Promise<void> {
  const { sourceId, actorId, requestId, now } = given;
  await transaction(async (tx) => {
    const { name } = await lockSource(tx, sourceId);
    await endKeys(tx, sourceId, now);
    await tx.query(`update usage_source set revoked_at = $2 where id = $1`, [sourceId, now]);
    const audit = {
      userId: actorId,
      action: "usage-source.revoke",
      target: `usage-source:${sourceId}`,
      requestId,
      now,
    };
    await writeAudit({ ...audit, before: { name } }, tx);
  });
}

/** Locks a source with a service key. A revoked source, and one of a user's own keys, has none to change. */
async function lockSource(tx: Tx, sourceId: number): Promise<{ name: string }> {
  const [source] = await tx.query<{ name: string }>(
    `select name from usage_source where id = $1 and user_id is null and revoked_at is null for no key update`,
    [sourceId],
  );
  if (!source) throw new Refusal(M.notFound, { status: 404 });
  return source;
}

async function endKeys(tx: Tx, sourceId: number, at: Date): Promise<void> {
  await tx.query(
    `update api_key set revoked_at = $2
     where source_id = $1 and scope = 'usage' and (revoked_at is null or revoked_at > $2)`,
    [sourceId, at],
  );
}

/** Ends the keys that were already replaced. */
async function endReplacedKeys(tx: Tx, sourceId: number, now: Date): Promise<number> {
  const ended = await tx.query(
    `update api_key set revoked_at = $2 where source_id = $1 and scope = 'usage' and revoked_at > $2 returning id`,
    [sourceId, now],
  );
  return ended.length;
}
