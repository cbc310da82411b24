import { afterEach, beforeEach, expect, test } from "vitest";
import { db, prepared, transaction } from "~/platform/db.server";

const ASKED = `select * from migrated`;

beforeEach(async () => {
  await db.query(`create table migrated as select 1 as one`);
});
afterEach(async () => {
  await db.query(`drop table migrated`);
});

const migrate = () => db.query(`alter table migrated add column two int default 2`);
/** Has several connections parse it at once. */
const parseEverywhere = () =>
  Promise.all(
    Array.from({ length: 6 }, () =>
      transaction(async (tx) => {
        await tx.query(`select pg_sleep(0.05)`);
        return await tx.prepared.query(ASKED);
      }),
    ),
  );

test("a statement parsed by a connection works on after a migration changed its result", async () => {
  await parseEverywhere();
  await migrate();
  for (let time = 0; time < 8; time += 1) expect(await prepared.query(ASKED)).toEqual([{ one: 1, two: 2 }]);
});

test("so does a transaction: it is restarted on another connection, and its effects happen once", async () => {
  await parseEverywhere();
  await migrate();
  const rows = await transaction(async (tx) => {
    await tx.query(`insert into migrated values (3, 4)`);
    return await tx.prepared.query(ASKED);
  });
  expect(rows).toHaveLength(2);
  expect(await db.query(ASKED)).toHaveLength(2);
});
