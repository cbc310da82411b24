import { z } from "zod";
import { db } from "~/platform/db.server";
import { record, type Row } from "~/platform/record";
import { KEY_LINE } from "./inside/ssh-keys/key-sql";

/** A stored public key, alias `k`: `key` is its whole line, as in an authorized_keys file. */
export const SSH_KEY = record({
  id: { type: z.int(), sql: "k.id" },
  name: { type: z.string(), means: ["Its comment, else key and a number", "laptop"], sql: "k.name" },
  key: { type: z.string(), sql: KEY_LINE },
});

/** A stored public key on screens. */
export interface SshKeyRow extends Row<typeof SSH_KEY> {
  type: string;
  fingerprint: string;
  /** True for the default of its owner. */
  isDefault: boolean;
  /** True for the user's own key. */
  own: boolean;
  /** Email address of its owner; empty once that user is gone. */
  addedBy: string;
}

/** Lists a tenant's keys: the user's own first, each person's default first, then the newest. */
export async function listSshKeys({ tenantId, userId }: { tenantId: number; userId: number }): Promise<SshKeyRow[]> {
  return await db.query<SshKeyRow>(
    `select ${SSH_KEY.columns}, k.type, k.fingerprint, k.is_default as "isDefault", k.user_id = $2 as own,
       coalesce(u.email, '') as "addedBy"
     from ssh_key k join user_account u on u.id = k.user_id where k.tenant_id = $1
     order by k.user_id <> $2, u.email, k.user_id, k.is_default desc, k.created_at desc, k.id desc`,
    [tenantId, userId],
  );
}
