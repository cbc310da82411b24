import type { Tx } from "~/platform/db.server";
import { textArray } from "./array-literal";

export interface EventUser {
  userId: number;
  tenantId: number;
}

/** The users of emails and tenant names (A12), by the name in the event. Omits closed and unknown ones. */
export async function findEventUsers(tx: Tx, named: Iterable<string>): Promise<Map<string, EventUser>> {
  const [emails, names]: [string[], string[]] = [[], []];
  for (const name of named) (name.includes("@") ? emails : names).push(name);
  const rows = await tx.prepared.query<EventUser & { named: string }>(
    `select u.email as named, u.id as "userId", u.tenant_id as "tenantId" from user_account u
     where u.email = any($1::text[]) and u.state <> 'closed'
     union all
     select t.tenant_name, u.id, t.id from tenant t join member m on m.tenant_id = t.id and m.role = 'owner'
       join user_account u on u.id = m.user_id
     where t.tenant_name = any($2::text[]) and u.state <> 'closed'`,
    [textArray(emails), textArray(names)],
  );
  return new Map(rows.map(({ named, userId, tenantId }) => [named, { userId, tenantId }]));
}
