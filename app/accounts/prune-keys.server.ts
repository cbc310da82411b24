import { db } from "~/platform/db.server";

const KEPT_DAYS = 90;

/**
 * Deletes named keys 90 days after they ended: no screen shows them, and the audit keeps the record. A line is deleted
 * once no key, unfinished task or volume needs its limits.
 */
export async function pruneKeys({ now }: { now: Date }): Promise<void> {
  await db.query(
    `delete from api_key where scope = 'named' and least(revoked_at, expires_at) <= $1::timestamptz - interval '${KEPT_DAYS} days'`,
    [now],
  );
  await db.query(
    `delete from key_line line where not exists (select from api_key k where k.line_id = line.id)
       and not exists (select from task where task.tenant_id = line.tenant_id and task.key_line_id = line.id
         and task.finished_at is null)
       and not exists (select from volume where volume.tenant_id = line.tenant_id and volume.key_line_id = line.id
         and volume.state <> 'deleted')`,
  );
}
