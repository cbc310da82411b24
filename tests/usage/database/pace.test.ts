import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { countMissing, delayFor, keepPace } from "~/usage/inside/intake/pace.server";
import { aTenant, type TenantInWorld } from "../../support/world";
import { aServiceKey, anEvent, meterOf, send } from "./support/sending";

let user: TenantInWorld;
let key: string;

beforeAll(async () => {
  user = await aTenant();
  key = await aServiceKey(await aTenant({ role: "admin" }));
});

/** The tick that sums ran this many seconds ago. */
async function tickRan(agoS: number): Promise<void> {
  await db.query(
    `insert into job_tick (job, at, since, worker) values ('usage', now() - make_interval(secs => $1), now(), 'test')
     on conflict (job) do update set at = excluded.at`,
    [agoS],
  );
}

/** As if so many events were stored and not summed. */
async function areMissing(events: number): Promise<void> {
  await db.query(`select setval('usage_event_id_seq', (select event_id from usage_cursor) + $1)`, [events]);
}

test("senders wait from 20,000 events on that the sums lack, and never longer than two seconds", () => {
  expect([0, 20_000, 25_000, 40_000, 10_000_000].map(delayFor)).toEqual([0, 0, 500, 2_000, 2_000]);
});

test("a batch that waits for the sums is stored, with its coins", async () => {
  await tickRan(1);
  await areMissing(30_000);
  const startedMs = performance.now();
  const { body } = await send(key, [anEvent(user, { coins: 7 })]);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(990);
  expect(body).toMatchObject({ accepted: 1 });
  expect(await meterOf(user.tenantId)).toMatchObject({ unposted: 7 });
});

test("a batch waits no longer once the sums have caught up", async () => {
  await tickRan(1);
  await areMissing(500_000);
  const rests: number[] = [];
  await keepPace(async (ms) => void rests.push(ms));
  expect(rests.reduce((sum, ms) => sum + ms, 0)).toBe(2_000);
  rests.length = 0;
  await keepPace(async (ms) => {
    rests.push(ms);
    await areMissing(1);
  });
  expect(rests).toEqual([50]);
});

test("nobody waits for sums that no worker makes", async () => {
  await areMissing(500_000);
  await tickRan(1);
  expect(await countMissing()).toBe(500_000);
  await tickRan(60);
  expect(await countMissing()).toBe(0);
  await db.query(`delete from job_tick where job = 'usage'`);
  expect(await countMissing()).toBe(0);
});
