import { type Tx, transaction } from "~/platform/db.server";
import { holdRight } from "~/platform/hold-right.server";
import { M } from "~/compute/messages";
import type { MessageName } from "~/messages";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";
import { Refusal } from "~/platform/refusal";
import { keyAddedMail } from "./inside/ssh-keys/key-added-mail";
import { giveKeys, lockKeyless } from "./inside/ssh-keys/keys-of-tasks.server";
import { parseSshPublicKey, type SshPublicKey } from "./ssh-public-key.server";

/** Keys of a person in a tenant. */
const MOST_KEYS = 20;

/** Messages that refuse a key (M40–M46). */
export const SSH_KEY_REFUSALS: readonly MessageName[] = [
  "pasteSshKey",
  "privateSshKey",
  "invalidSshKey",
  "sshKeyTypeRefused",
  "rsaKeyTooShort",
  "sshKeyTooLong",
  "tooManySshKeys",
];

interface Person {
  tenantId: number;
  userId: number;
}

/**
 * Stores a public key as the default of a person in a tenant; a repeated key is the same row (3.5). The tenant's owner
 * is notified of another member's key. @throws Refusal M02, M40–M46.
 */
export async function storeSshKey({
  sshPublicKey,
  ...given
}: Person & { sshPublicKey: string; now: Date }): Promise<{ id: number; message: string }> {
  const key = parseSshPublicKey(sshPublicKey);
  const id = await transaction((tx) => putSshKey(tx, { ...given, key }));
  return { id, message: "Your SSH key has been saved." };
}

/** Stores a parsed key inside a transaction. Returns its id. */
export async function putSshKey(tx: Tx, given: Person & { key: SshPublicKey; now: Date }): Promise<number> {
  await holdRight(tx, given, "tasks.act");
  // `giveKeys` waits for this: it gives a task that loses its key this one too.
  await tx.query(`select from member where tenant_id = $1 and user_id = $2 for no key update`, [
    given.tenantId,
    given.userId,
  ]);
  const keyless = await lockKeyless(tx, given.tenantId);
  await lockSshKeys(tx, given.tenantId);
  const id = (await findKey(tx, given)) ?? (await insertKey(tx, given));
  await makeDefault(tx, { ...given, id });
  await giveKeys(tx, { resvGuids: keyless, now: given.now });
  return id;
}

/**
 * Serializes changes to a tenant's keys. Two keys stored at once could exceed the limit, or both become the default.
 */
export async function lockSshKeys(tx: Tx, tenantId: number): Promise<void> {
  await tx.query(`select from tenant where id = $1 for update`, [tenantId]);
}

export async function makeDefault(tx: Tx, { tenantId, userId, id }: Person & { id: number }): Promise<void> {
  await tx.query(
    `update ssh_key set is_default = false where tenant_id = $1 and user_id = $2 and is_default and id <> $3`,
    [tenantId, userId, id],
  );
  await tx.query(`update ssh_key set is_default = true where id = $1`, [id]);
}

async function findKey(tx: Tx, { tenantId, userId, key }: Person & { key: SshPublicKey }): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    `select id from ssh_key where tenant_id = $1 and user_id = $2 and fingerprint = $3`,
    [tenantId, userId, key.fingerprint],
  );
  return row?.id ?? null;
}

async function insertKey(tx: Tx, given: Person & { key: SshPublicKey; now: Date }): Promise<number> {
  const { tenantId, userId, key, now } = given;
  const [row] = await tx.query<{ id: number }>(
    `insert into ssh_key (tenant_id, user_id, name, type, body, comment, fingerprint, created_at)
     select $1, $2, coalesce(nullif($5, ''), 'key ' || count(*) + 1), $3, $4, $5, $6, $7
       from ssh_key where tenant_id = $1 and user_id = $2 having count(*) < ${MOST_KEYS}
     returning id`,
    [tenantId, userId, key.type, key.body, key.comment, key.fingerprint, now],
  );
  if (!row) throw Refusal.ofField("ssh_public_key", M.tooManySshKeys);
  await notifyOwner(tx, { ...given, id: row.id });
  return row.id;
}

async function notifyOwner(tx: Tx, { tenantId, userId, key, id }: Person & { key: SshPublicKey; id: number }) {
  const [owner] = await tx.query<{ to: string; email: string }>(
    `select owner.email as to, person.email from member m join user_account owner on owner.id = m.user_id, user_account person
     where m.tenant_id = $1 and m.role = 'owner' and m.user_id <> $2 and person.id = $2
       and owner.email is not null and owner.state = 'active' and person.email is not null`,
    [tenantId, userId],
  );
  if (!owner) return;
  const { to, email } = owner;
  const mail = keyAddedMail({ email, fingerprint: key.fingerprint, url: ownUrl("/keys") });
  await queueMail(tx, { to, ...mail, cause: `ssh-key:${id}` });
}
