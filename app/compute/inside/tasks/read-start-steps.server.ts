import { db } from "~/platform/db.server";

/** Lists what the nodes of a starting task do now, for example pull its image: one line each, without repeats. */
export async function readStartSteps({ resvGuid }: { resvGuid: string }): Promise<string[]> {
  const rows = await db.query<{ message: string }>(
    `select p.message from placement p join task t on t.resv_guid = p.resv_guid
     where p.resv_guid = $1 and p.attempt = t.attempts + 1 and p.ended_at is null and p.failed_at is null and p.message <> ''
     order by p.rank`,
    [resvGuid],
  );
  return [...new Set(rows.map(({ message }) => message))];
}
