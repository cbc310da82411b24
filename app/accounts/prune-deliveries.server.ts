import { db } from "~/platform/db.server";

const KEEP_MS = 30 * 86_400_000;
/** Rows per statement, at most. */
const AT_ONCE = 5_000;

/** Deletes messages after 30 days with their deliveries, and deleted endpoints that have none left (15.5). */
export async function pruneDeliveries({ now }: { now: Date }): Promise<void> {
  const before = new Date(now.getTime() - KEEP_MS);
  for (let removed = AT_ONCE; removed === AT_ONCE;) {
    const rows = await db.query(
      `delete from webhook_message where id in (
         select id from webhook_message where created_at < $1 order by created_at limit ${AT_ONCE}) returning 1`,
      [before],
    );
    removed = rows.length;
  }
  await db.query(
    `delete from webhook_endpoint e where state = 'deleted'
       and not exists (select from webhook_delivery d where d.endpoint_id = e.id)`,
  );
}
