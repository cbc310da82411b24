import pg from "pg";
import { expect, test } from "vitest";
import { db, sweep, transaction } from "~/platform/db.server";

const ASKED =
  "select '2026-02-01 12:00:00Z'::timestamptz as at, current_setting('transaction_isolation') as isolation, current_setting('jit') as jit";

test("defaults of the database do not reach our sessions: dates are read, nothing is compiled, and a lock's holder is seen after its commit", async () => {
  const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] });
  await client.connect();
  const { rows } = await client.query<{ name: string }>("select quote_ident(current_database()) as name");
  const name = rows[0]?.name ?? "";
  await client.query(`alter database ${name} set datestyle = 'SQL, DMY'`);
  await client.query(`alter database ${name} set default_transaction_isolation = 'serializable'`);
  await client.query(`alter database ${name} set jit = on`);
  await client.end();
  const right = [{ at: new Date("2026-02-01T12:00:00Z"), isolation: "read committed", jit: "off" }];
  expect(await db.query(ASKED)).toEqual(right);
  expect(await transaction((tx) => tx.query(ASKED))).toEqual(right);
  expect(await sweep((connection) => connection.query(ASKED))).toEqual(right);
});
