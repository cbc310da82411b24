import { db } from "~/platform/db.server";

/** A used key of an agent. */
interface UsedKey {
  nodeId: number;
  keyHash: string;
}

/** Lists the keys that are valid for their node at `now`. */
export async function listValidKeys({ used, now }: { used: UsedKey[]; now: Date }): Promise<UsedKey[]> {
  return await db.query<UsedKey>(
    `select node.id as "nodeId", given.hash as "keyHash"
     from unnest($1::int[], $2::text[]) as given(id, hash) join node on node.id = given.id
     where retired_at is null and (agent_key_hash = hash or (old_key_hash = hash and old_key_until > $3))`,
    [used.map(({ nodeId }) => nodeId), used.map(({ keyHash }) => keyHash), now],
  );
}
