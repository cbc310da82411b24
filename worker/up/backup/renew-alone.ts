import type pg from "pg";
import { changeAlone } from "./change-alone";
import { hasTables } from "./empty-schemas";
import { renew } from "./renew";
import { databaseTime } from "./session";

/**
 * The moment whose state the database has: the last tick, of which one runs each second, or a later restore. Thus the
 * time in between is passed over only once, however often the database is renewed.
 */
const AS_OF = `select greatest((select max(at) from job_tick),
  (select max(at) from audit_row where action = 'database.restore')) as "asOf"`;

/** Renews a database that was put back by other means than `loadBackup`; returns the moment whose state it has. */
export async function renewAlone(given: { url: string; signal: AbortSignal }): Promise<string> {
  return await changeAlone(given, async (client) => {
    if (await isStandby(client))
      throw new Error("This server is a standby, or still restores: wait until it has taken over.");
    if (!(await hasTables(client))) throw new Error("There is nothing to renew: the database has no tables.");
    const now = await databaseTime(client);
    const { rows } = await client.query<{ asOf: Date | null }>(AS_OF);
    const madeAt = (rows[0]?.asOf ?? now).toISOString();
    await renew(client, { madeAt, withoutSecret: false, now });
    return madeAt;
  });
}

async function isStandby(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
  return rows[0]?.standby === true;
}
