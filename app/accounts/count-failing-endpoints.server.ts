import { db } from "~/platform/db.server";

/** Counts webhook endpoints of customers that fail now (15.4). */
export async function countFailingEndpoints(): Promise<number> {
  const [row] = await db.query<{ endpoints: number }>(
    `select count(*)::int as endpoints from webhook_endpoint where state = 'on' and failing_since is not null`,
  );
  return row?.endpoints ?? 0;
}
