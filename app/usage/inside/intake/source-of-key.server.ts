import { type Tx, transaction } from "~/platform/db.server";
import type { KeyKind } from "~/accounts/find-api-key.server";

interface SendingKey {
  keyId: number;
  kind: KeyKind;
  sourceId: number | null;
}

/** The source of a key; a service key, or a user with their own keys, gets one at first need. */
export async function sourceOfKey({
  key,
  userId,
  now,
}: {
  key: SendingKey;
  userId: number;
  now: Date;
}): Promise<number> {
  if (key.sourceId !== null) return key.sourceId;
  return await transaction((tx) => (key.kind === "usage" ? ofServiceKey(tx, key, now) : ofUser(tx, userId, now)));
}

async function ofServiceKey(tx: Tx, { keyId }: SendingKey, now: Date): Promise<number> {
  const [known] = await tx.query<{ sourceId: number | null; userId: number; last4: string }>(
    `select source_id as "sourceId", user_id as "userId", last4 from api_key where id = $1 for no key update`,
    [keyId],
  );
  if (!known) throw new Error(`there is no key ${keyId}`);
  if (known.sourceId !== null) return known.sourceId;
  const [made] = await tx.query<{ id: number }>(
    `insert into usage_source (name, created_by, created_at) values ($1, $2, $3) returning id`,
    [`Service key …${known.last4}`, known.userId, now],
  );
  if (!made) throw new Error("no source was made");
  await tx.query(`update api_key set source_id = $2 where id = $1`, [keyId, made.id]);
  return made.id;
}

/** Returns the source of a user. All keys of the user, present and future, send for it. */
async function ofUser(tx: Tx, userId: number, now: Date): Promise<number> {
  const read = async () => {
    const [known] = await tx.query<{ id: number }>(`select id from usage_source where user_id = $1`, [userId]);
    return known?.id;
  };
  const known = await read();
  if (known !== undefined) return known;
  await tx.query(
    `insert into usage_source (name, user_id, created_by, created_at)
     select coalesce(email, 'user ' || id), id, id, $2 from user_account where id = $1 on conflict (user_id) do nothing`,
    [userId, now],
  );
  const made = await read();
  if (made === undefined) throw new Error(`user ${userId} has no source`);
  return made;
}
