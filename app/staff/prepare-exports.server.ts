import { db, transaction } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import { ownedTenants } from "~/accounts/owned-tenants.server";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";
import { exportFailedMail, exportReadyMail } from "./inside/own-data/mails";
import { EXPORT_ATTEMPTS, exportEnd } from "./inside/own-data/export/states";
import { writeZip } from "./inside/own-data/export/write-zip.server";

const AT_ONCE = 20;
const PAGE = "/user/data";

/**
 * Prepares waiting exports, oldest first. A half-finished one starts over; after three failures its owner is notified.
 */
export async function prepareExports({ now }: { now: Date }): Promise<void> {
  const waiting = await db.query<{ id: string; userId: number }>(
    `select id, user_id as "userId" from data_export where state = 'waiting' order by asked_at limit ${AT_ONCE}`,
  );
  await forEach(waiting, (one) => prepare(one, now));
}

async function prepare({ id, userId }: { id: string; userId: number }, now: Date): Promise<void> {
  const attempts = await begin(id);
  if (attempts === null) return;
  if (attempts > EXPORT_ATTEMPTS) return await failExport(id, userId, now);
  const owner = { userId, tenantIds: await ownedTenants(db, userId) };
  let [number, bytes] = [0, 0];
  for await (const part of writeZip(owner, now)) {
    number += 1;
    bytes += part.length;
    const values = [id, number, part];
    await transaction((tx) =>
      tx.query(`insert into data_export_part (export_id, number, bytes) values ($1, $2, $3)`, values),
    );
  }
  await end({ id, userId, bytes, now });
}

/** Returns how often it was begun, including now, and deletes earlier remains. Null if it no longer waits. */
async function begin(id: string): Promise<number | null> {
  return await transaction(async (tx) => {
    const [row] = await tx.query<{ attempts: number }>(
      `update data_export set attempts = attempts + 1 where id = $1 and state = 'waiting' returning attempts`,
      [id],
    );
    await tx.query(`delete from data_export_part where export_id = $1`, [id]);
    return row?.attempts ?? null;
  });
}

async function end(given: { id: string; userId: number; bytes: number; now: Date }): Promise<void> {
  const { id, userId, bytes, now } = given;
  await transaction(async (tx) => {
    const until = exportEnd(now);
    const [row] = await tx.query<{ email: string | null }>(
      `update data_export e set state = 'ready', ready_at = $2, expires_at = $3, bytes = $4 from user_account u
       where e.id = $1 and e.state = 'waiting' and u.id = e.user_id returning u.email`,
      [id, now, until, bytes],
    );
    if (!row?.email) return;
    const mail = exportReadyMail({ url: ownUrl(PAGE), until });
    await queueMail(tx, { to: row.email, ...mail, cause: `data-export:${userId}:${id}` });
  });
}

async function failExport(id: string, userId: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const [row] = await tx.query<{ email: string | null }>(
      `update data_export e set state = 'failed', expires_at = $2 from user_account u
       where e.id = $1 and e.state = 'waiting' and u.id = e.user_id returning u.email`,
      [id, exportEnd(now)],
    );
    if (!row?.email) return;
    const mail = exportFailedMail({ url: ownUrl(PAGE), contactUrl: ownUrl("/contact") });
    await queueMail(tx, { to: row.email, ...mail, cause: `data-export-failed:${userId}:${id}` });
  });
}
