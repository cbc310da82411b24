import { type Tx, transaction } from "~/db.server";
import { M, type MessageName } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { parseSshPublicKey, type SshPublicKey } from "./ssh-public-key.server";

const MOST_KEYS = 20;

/** What may be wrong with a key that is to be stored (M40–M46). */
export const SSH_KEY_REFUSALS: readonly MessageName[] = [
  "pasteSshKey",
  "privateSshKey",
  "invalidSshKey",
  "sshKeyTypeRefused",
  "rsaKeyTooShort",
  "sshKeyTooLong",
  "tooManySshKeys",
];

/** Stores a public key as the tenant's default; the same key again is the same row (3.5). Refuses with M40–M46. */
export async function storeSshKey(given: {
  tenantId: number;
  sshPublicKey: string;
  now: Date;
}): Promise<{ id: number; message: string }> {
  const key = parseSshPublicKey(given.sshPublicKey);
  const id = await transaction((tx) => putSshKey(tx, { tenantId: given.tenantId, key, now: given.now }));
  return { id, message: "Your SSH key has been saved." };
}

/** The same inside a transaction, for a key that was read before. Answers its id. */
export async function putSshKey(
  tx: Tx,
  { tenantId, key, now }: { tenantId: number; key: SshPublicKey; now: Date },
): Promise<number> {
  // Two keys stored at once would both see room for one more.
  await tx.query(`select from tenant where id = $1 for update`, [tenantId]);
  const id = (await findKey(tx, tenantId, key)) ?? (await insertKey(tx, tenantId, key, now));
  await makeDefault(tx, { tenantId, id });
  return id;
}

export async function makeDefault(tx: Tx, { tenantId, id }: { tenantId: number; id: number }): Promise<void> {
  await tx.query(`update ssh_key set is_default = false where tenant_id = $1 and is_default and id <> $2`, [
    tenantId,
    id,
  ]);
  await tx.query(`update ssh_key set is_default = true where tenant_id = $1 and id = $2`, [tenantId, id]);
}

async function findKey(tx: Tx, tenantId: number, key: SshPublicKey): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(`select id from ssh_key where tenant_id = $1 and fingerprint = $2`, [
    tenantId,
    key.fingerprint,
  ]);
  return row?.id ?? null;
}

async function insertKey(tx: Tx, tenantId: number, key: SshPublicKey, now: Date): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into ssh_key (tenant_id, name, type, body, comment, fingerprint, created_at)
     select $1, coalesce(nullif($4, ''), 'key ' || count(*) + 1), $2, $3, $4, $5, $6
       from ssh_key where tenant_id = $1 having count(*) < ${MOST_KEYS}
     returning id`,
    [tenantId, key.type, key.body, key.comment, key.fingerprint, now],
  );
  if (!row) throw Refusal.ofField("ssh_public_key", M.tooManySshKeys);
  return row.id;
}
