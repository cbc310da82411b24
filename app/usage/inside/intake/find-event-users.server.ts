import type { Tx } from "~/platform/db.server";
import { plainArray, textArray } from "./array-literal";
import { keyName } from "./claim-keys.server";
import type { Batch } from "./judge-events.server";

export interface EventUser {
  userId: number;
  tenantId: number;
}

/**
 * The users of emails and tenant names (A12), by the name in the event. Omits closed and unknown ones. A gateway may
 * know a former email: it names the last user who had it, unless somebody has it now.
 */
export async function findEventUsers(tx: Tx, named: Iterable<string>): Promise<Map<string, EventUser>> {
  const [emails, names]: [string[], string[]] = [[], []];
  for (const name of named) (name.includes("@") ? emails : names).push(name);
  const rows = await tx.prepared.query<EventUser & { named: string }>(
    `select u.email as named, u.id as "userId", u.tenant_id as "tenantId" from user_account u
     where u.email = any($1::text[]) and u.state <> 'closed'
     union all
     select * from (select distinct on (c.old_email) c.old_email, u.id, u.tenant_id
       from email_change c join user_account u on u.id = c.user_id
       where c.old_email = any($1::text[]) and c.state = 'changed' and u.state <> 'closed'
         and not exists (select from user_account present where present.email = c.old_email)
       order by c.old_email, c.id desc) former
     union all
     select t.tenant_name, u.id, t.id from tenant t join member m on m.tenant_id = t.id and m.role = 'owner'
       join user_account u on u.id = m.user_id
     where t.tenant_name = any($2::text[]) and u.state <> 'closed'`,
    [textArray(emails), textArray(names)],
  );
  return new Map(rows.map(({ named, userId, tenantId }) => [named, { userId, tenantId }]));
}

/**
 * Finds who began the results that events read: the user of the stored event, else of the first one in the same request.
 * By the keys of those events, for sources.
 */
export async function findBegun(
  tx: Tx,
  batches: readonly Batch[],
  users: ReadonlyMap<string, EventUser>,
): Promise<Map<string, EventUser>> {
  const sent = batches.flatMap(({ sourceId, events }) =>
    events.flatMap(({ event }) => (event ? [{ sourceId, event }] : [])),
  );
  const asked = new Map(
    sent.flatMap(({ sourceId, event: { begunKey: key } }) =>
      key === null ? [] : [[keyName({ sourceId, key }), { sourceId, key }] as const],
    ),
  );
  if (asked.size === 0) return new Map();
  const stored = await tx.prepared.query<EventUser & { sourceId: number; key: string }>(
    `select e.source_id as "sourceId", e.key, e.user_id as "userId", e.tenant_id as "tenantId"
     from unnest($1::int[], $2::text[]) as asked(source_id, key)
       join usage_event e on e.source_id = asked.source_id and e.key = asked.key and e.key like 'unfinished:%'
       join user_account u on u.id = e.user_id and u.state <> 'closed'`,
    [
      plainArray([...asked.values()].map(({ sourceId }) => sourceId)),
      textArray([...asked.values()].map(({ key }) => key)),
    ],
  );
  const begun = new Map(stored.map(({ userId, tenantId, ...row }) => [keyName(row), { userId, tenantId }]));
  for (const { sourceId, event } of sent) {
    const [name, user] = [keyName({ sourceId, key: event.key }), users.get(event.user)];
    if (asked.has(name) && user && !begun.has(name)) begun.set(name, user);
  }
  return begun;
}
