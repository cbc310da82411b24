import { type Tx, transaction } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { rolesWith } from "~/platform/may";
import { M } from "~/accounts/messages";
import { ownUrl } from "~/platform/own-url.server";
import { Refusal } from "~/platform/refusal";
import { type KeyAct, KEYS_PAGE, mailMaker, requireOwnAddress, requireRoom } from "./create-key.server";
import { keyLimit } from "../mail-limits.server";
import { holdRight } from "~/platform/hold-right.server";
import { insertKey } from "~/accounts/insert-key.server";
import { keyRevokedMail, keyRotatedMail } from "./key-mails";
import { type KeyScope, scopesIn } from "~/accounts/key-scopes";

const HOUR_MS = 3_600_000;
/** Hours for which the old key may keep working next to the new one. */
export const OVERLAP_HOURS = [0, 1, 24] as const;

interface LockedKey {
  id: number;
  /** The user who made it. */
  userId: number;
  name: string;
  last4: string;
  scopes: string[];
  networks: string[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lineId: number | null;
  dayCents: number | null;
  totalCents: number | null;
}

/**
 * Replaces a named key by one with the same scopes and lifetime. The old key works until the overlap ends. The new one
 * acts for the user who replaces it, and is shown once.
 * @throws Refusal M160 for a key that has ended or is being replaced, M161, M155, M08 and M15.
 */
export async function rotateKey(
  given: KeyAct & { id: number; overlapHours: number },
): Promise<{ id: number; key: string; name: string; oldEndsAt: Date }> {
  const { id, overlapHours, userId, tenantId, requestId, now } = given;
  if (!(OVERLAP_HOURS as readonly number[]).includes(overlapHours))
    throw Refusal.ofField("overlap_hours", M.wrongKeyOverlap);
  await keyLimit.consume(String(tenantId));
  return await transaction(async (tx) => {
    await holdRight(tx, given, "keys.act");
    await requireOwnAddress(tx, { userId });
    const old = await lockKey(tx, { id, tenantId, userId });
    if (old.revokedAt || (old.expiresAt && old.expiresAt <= now)) throw noSuchKey();
    const overlapEnds = new Date(now.getTime() + overlapHours * HOUR_MS);
    const oldEndsAt = old.expiresAt && old.expiresAt < overlapEnds ? old.expiresAt : overlapEnds;
    await tx.query(`update api_key set revoked_at = $2 where id = $1`, [id, oldEndsAt]);
    await requireRoom(tx, { tenantId, now });
    const expiresAt = old.expiresAt && new Date(now.getTime() + old.expiresAt.getTime() - old.createdAt.getTime());
    const { name, networks, lineId, dayCents, totalCents } = old;
    if (lineId === null) throw new Error(`the named key ${id} has no line`);
    const named = { name, scopes: scopesOf(old), networks, expiresAt, line: lineId };
    const made = await insertKey(tx, { kind: "named", tenantId, userId, named, now });
    if (made.keyId === null) throw new Error("no key was made");
    const last4 = made.key.slice(-4);
    await writeAudit(
      {
        ...{ userId, action: "api-key.rotate", target: `user:${userId}`, requestId, now },
        before: { id, name: old.name, last4: old.last4 },
        after: { id: made.keyId, last4, old_ends_at: oldEndsAt.toISOString() },
      },
      tx,
    );
    const mail = keyRotatedMail(
      { ...named, dayCents, totalCents, last4 },
      overlapHours > 0 ? oldEndsAt : null,
      ownUrl(KEYS_PAGE),
    );
    for (const reader of new Set([old.userId, userId]))
      await mailMaker(tx, { userId: reader, ...mail, cause: `api-key-rotated:${made.keyId}:${reader}` });
    return { id: made.keyId, key: made.key, name: old.name, oldEndsAt };
  });
}

/**
 * Revokes a named key at once, even one that is being replaced. The hourly limit counts it but never prevents it.
 * @throws Refusal M160.
 */
export async function revokeKey(given: KeyAct & { id: number }): Promise<{ name: string }> {
  const { id, userId, tenantId, requestId, now } = given;
  await keyLimit.count(String(tenantId));
  return await transaction(async (tx) => {
    const key = await lockKey(tx, { id, tenantId, userId });
    if (key.revokedAt && key.revokedAt <= now) throw noSuchKey();
    await tx.query(`update api_key set revoked_at = $2 where id = $1`, [id, now]);
    await writeAudit(
      {
        ...{ userId, action: "api-key.revoke", target: `user:${userId}`, requestId, now },
        before: { id, name: key.name, last4: key.last4 },
      },
      tx,
    );
    const mail = keyRevokedMail({ ...key, scopes: scopesOf(key) }, ownUrl(KEYS_PAGE));
    for (const reader of new Set([key.userId, userId]))
      await mailMaker(tx, { userId: reader, ...mail, cause: `api-key-revoked:${id}:${reader}` });
    return { name: key.name };
  });
}

/** Locks the user's own key, or any key of a team that they manage (16.2). */
async function lockKey(tx: Tx, given: { id: number; tenantId: number; userId: number }): Promise<LockedKey> {
  const [key] = await tx.query<LockedKey>(
    `select api_key.id, user_id as "userId", name, last4, scopes, networks, created_at as "createdAt", expires_at as "expiresAt",
       revoked_at as "revokedAt", line_id as "lineId", line.day_cents as "dayCents", line.total_cents as "totalCents"
     from api_key left join key_line line on line.id = api_key.line_id where api_key.id = $1 and api_key.tenant_id = $2 and scope = 'named'
       and (user_id = $3 or exists (select from member where tenant_id = $2 and user_id = $3 and role = any($4::text[])))
     for no key update of api_key`,
    [given.id, given.tenantId, given.userId, [...rolesWith("team.act")]],
  );
  if (!key) throw noSuchKey();
  return key;
}

const scopesOf = (key: { scopes: string[] }): KeyScope[] => scopesIn(key.scopes);

function noSuchKey(): Refusal {
  return new Refusal(M.noSuchApiKey, { status: 404 });
}
