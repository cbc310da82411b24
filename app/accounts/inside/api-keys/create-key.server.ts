import { type Tx, transaction } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/accounts/messages";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";
import { Refusal } from "~/platform/refusal";
import { keyLimit } from "../mail-limits.server";
import { requireConfirmed } from "~/accounts/require-confirmed";
import { holdRight } from "~/platform/hold-right.server";
import type { Account } from "~/accounts/account.server";
import { insertKey } from "~/accounts/insert-key.server";
import type { KeyFields } from "./key-fields";
import { keyMadeMail } from "./key-mails";

export const MOST_KEYS = 25;
export const KEYS_PAGE = "/user/api-keys";

/** The user who changes a key, for the audit. */
export interface KeyAct {
  userId: number;
  tenantId: number;
  requestId: string;
  now: Date;
}

/** Creates a named key within the hourly limit. @throws Refusal M08, M15, M155. */
export async function makeNamedKey(given: KeyAct & { key: KeyFields }): Promise<{ id: number; key: string }> {
  await keyLimit.consume(String(given.tenantId));
  return await transaction((tx) => createKey(tx, given));
}

/**
 * Creates a named key, which acts for its creator as a customer. The key is shown this once, and its creator gets a
 * mail. @throws Refusal M02, M15, M155.
 */
export async function createKey(
  tx: Tx,
  {
    userId,
    tenantId,
    requestId,
    now,
    key,
    how = "",
    secret,
  }: KeyAct & { key: KeyFields; how?: string; secret?: string },
): Promise<{ id: number; key: string }> {
  await holdRight(tx, { tenantId, userId, now }, "keys.act");
  await requireOwnAddress(tx, { userId });
  await requireRoom(tx, { tenantId, now });
  const made = await insertKey(tx, {
    kind: "named",
    secret,
    tenantId,
    userId,
    named: { ...key, line: { dayCents: key.dayCents ?? null, totalCents: key.totalCents ?? null } },
    now,
  });
  if (made.keyId === null) throw new Error("no key was made");
  await writeAudit(
    {
      ...{ userId, action: "api-key.make", target: `user:${userId}`, requestId, now },
      after: { id: made.keyId, ...key, last4: made.key.slice(-4) },
    },
    tx,
  );
  await mailMaker(tx, {
    userId,
    ...keyMadeMail({ ...key, last4: made.key.slice(-4) }, how || "A new API key was created.", ownUrl(KEYS_PAGE)),
    cause: `api-key-made:${made.keyId}`,
  });
  return { id: made.keyId, key: made.key };
}

/**
 * Refuses when the tenant has the maximum of working keys; a key that is being replaced still counts. Concurrent calls
 * wait for each other.
 * @throws Refusal M155.
 */
export async function requireRoom(tx: Tx, { tenantId, now }: { tenantId: number; now: Date }): Promise<void> {
  await tx.query(`select from tenant where id = $1 for no key update`, [tenantId]);
  const [had] = await tx.query<{ keys: number }>(
    `select count(*)::int as keys from api_key where tenant_id = $1 and scope = 'named'
       and coalesce(least(revoked_at, expires_at), 'infinity') > $2`,
    [tenantId, now],
  );
  if (!had || had.keys >= MOST_KEYS) throw new Refusal(M.tooManyApiKeys, { status: 409 });
}

/**
 * Requires a confirmed address. A key's mails contain words of its creator, so they only go to an address that the
 * creator has confirmed. @throws Refusal M15.
 */
export async function requireOwnAddress(tx: Tx, { userId }: { userId: number }): Promise<void> {
  const [user] = await tx.query<Pick<Account, "state">>(`select state from user_account where id = $1`, [userId]);
  if (user) requireConfirmed(user);
}

/** Mails a key's maker about it, at a confirmed address. */
export async function mailMaker(
  tx: Tx,
  { userId, ...mail }: { userId: number; subject: string; text: string; cause: string },
): Promise<void> {
  const [maker] = await tx.query<{ email: string | null }>(
    `select email from user_account where id = $1 and state = 'active'`,
    [userId],
  );
  if (maker?.email) await queueMail(tx, { to: maker.email, ...mail });
}
