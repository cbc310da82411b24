import { db } from "~/platform/db.server";
import type { ExportState } from "./inside/own-data/export/states";

/** An export, for its owner. Times are epoch seconds. */
export interface ShownExport {
  id: string;
  state: ExportState;
  askedTs: number;
  untilTs: number;
  bytes: number;
}

/** The user's stored exports, newest first. */
export async function listExports({ userId, now }: { userId: number; now: Date }): Promise<ShownExport[]> {
  return await db.query<ShownExport>(
    `select id, state, floor(extract(epoch from asked_at))::float8 as "askedTs",
       floor(extract(epoch from expires_at))::float8 as "untilTs", bytes::float8 as bytes
     from data_export where user_id = $1 and expires_at > $2 order by asked_at desc`,
    [userId, now],
  );
}

/** Yields the pieces of the user's finished export; null for any other. */
export async function openExport(given: {
  id: string;
  userId: number;
  now: Date;
}): Promise<{ bytes: number; askedAt: Date; parts: AsyncGenerator<Uint8Array> } | null> {
  const [found] = await db.query<{ bytes: number; askedAt: Date }>(
    `select bytes::float8 as bytes, asked_at as "askedAt" from data_export
     where id::text = $1 and user_id = $2 and state = 'ready' and expires_at > $3`,
    [given.id, given.userId, given.now],
  );
  return found ? { ...found, parts: partsOf(given.id) } : null;
}

async function* partsOf(id: string): AsyncGenerator<Uint8Array> {
  for (let number = 1; ; number += 1) {
    const [part] = await db.query<{ bytes: Buffer }>(
      `select bytes from data_export_part where export_id = $1 and number = $2`,
      [id, number],
    );
    if (!part) return;
    yield part.bytes;
  }
}

/** Deletes exports after a week, with their pieces (A30). */
export async function pruneExports({ now }: { now: Date }): Promise<void> {
  await db.query(`delete from data_export where expires_at <= $1`, [now]);
}
