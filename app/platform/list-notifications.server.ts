import { db } from "./db.server";
import { may, type TenantRole } from "./may";
import { PAGES_OF_TASKS } from "./right-of-page";

export interface NotificationRow {
  id: string;
  /** ERROR and FAILED need attention. */
  retcode: string;
  message: string;
  /** The page to open from the notification; empty if there is none. */
  url: string;
  /** Epoch seconds. */
  ts: number;
}

const PAGE_SIZE = 25;

/**
 * Lists a tenant's notifications that a member may see (16.5), newest first, older than a given place. Also returns
 * where the next page begins.
 */
export async function listNotifications(asked: {
  tenantId: number;
  memberRole: TenantRole;
  before: NotificationPlace | null;
}): Promise<{ rows: NotificationRow[]; next: string | null }> {
  const { tenantId, memberRole, before } = asked;
  const found = await db.query<NotificationRow & { at: Date }>(
    `select id::text, retcode, human_readable_message as message, url, at, floor(extract(epoch from at))::float8 as ts
     from notification where tenant_id = $1 and ($2::timestamptz is null or (at, id) < ($2, $3::bigint))
       and ($5 or url ~ $6)
     order by at desc, id desc limit $4`,
    [tenantId, before?.at ?? null, before?.id ?? null, PAGE_SIZE + 1, may(memberRole, "money.see"), PAGES_OF_TASKS],
  );
  const rows = found.slice(0, PAGE_SIZE);
  const last = rows.at(-1);
  return {
    rows: rows.map(({ id, retcode, message, url, ts }) => ({ id, retcode, message, url, ts })),
    next: last && found.length > PAGE_SIZE ? `${last.at.getTime()}-${last.id}` : null,
  };
}

interface NotificationPlace {
  at: Date;
  id: string;
}

/** Parses the place in a URL; null for no or an invalid place. */
export function notificationPlaceOf(text: string | null): NotificationPlace | null {
  const [, ms, id] = /^(\d{1,15})-(\d{1,18})$/.exec(text ?? "") ?? [];
  return ms && id ? { at: new Date(Number(ms)), id } : null;
}
