import { describe, expect, test } from "vitest";
import { db } from "~/db.server";
import { noteActive, writeNoted } from "~/http/note-active.server";
import { listDailyActive, readActiveUsers } from "~/domain/users/read-active.server";
import { recordActive } from "~/domain/users/record-active.server";
import { listSignUps } from "~/domain/users/list-sign-ups.server";
import { call } from "../../contract/support/call";
import { aPerson } from "../../contract/support/people";
import { aUser } from "./many";

const now = new Date("2024-01-31T13:00:00Z");
const day = (number: number) => `2024-01-${String(number).padStart(2, "0")}`;

describe("active users (A9)", () => {
  test("are distinct users of the last 1, 7 and 30 days, today included", async () => {
    const [one, two, three, four] = [await aUser(), await aUser(), await aUser(), await aUser()];
    const days = (user: typeof one, ...numbers: number[]) =>
      numbers.map((number) => ({ userId: user.userId, day: day(number) }));
    await recordActive([...days(one, 2, 25, 31), ...days(two, 25), ...days(three, 2, 3), ...days(four, 1)]);
    // The same again, and a day that comes late.
    await recordActive([...days(one, 31), ...days(one, 30), ...days(two, 24)]);
    expect(await readActiveUsers({ now })).toEqual({ daily: 1, weekly: 2, monthly: 3 });
    const history = await listDailyActive({ days: 31, now });
    expect(history).toHaveLength(31);
    expect(history.filter(({ users }) => users > 0)).toEqual([
      ...[
        { day: day(1), users: 1 },
        { day: day(2), users: 2 },
        { day: day(3), users: 1 },
        { day: day(24), users: 1 },
      ],
      ...[
        { day: day(25), users: 2 },
        { day: day(30), users: 1 },
        { day: day(31), users: 1 },
      ],
    ]);
    await db.query(`delete from user_account where id = $1`, [two.userId]);
    expect(await readActiveUsers({ now })).toEqual({ daily: 1, weekly: 1, monthly: 2 });
  });

  test("two processes that write a user's days at once count each once", async () => {
    const users = await Promise.all([aUser(), aUser(), aUser(), aUser()]);
    const before = await readActiveUsers({ now });
    const days = users.flatMap(({ userId }) => [
      { userId, day: day(30) },
      { userId, day: day(31) },
    ]);
    await Promise.all(days.flatMap((one) => [recordActive([one]), recordActive([one])]));
    const after = await readActiveUsers({ now });
    expect([after.daily - before.daily, after.monthly - before.monthly]).toEqual([4, 4]);
  });

  test("a user who is gone meanwhile is nobody's fault", async () => {
    await recordActive([{ userId: 2_000_000_000, day: day(31) }]);
    expect(await db.query(`select from active_day where user_id = 2000000000`)).toEqual([]);
  });

  test("a request by session or by key makes a day active, and one to the probes does not", async () => {
    const bySession = await aPerson();
    const byKey = await aPerson();
    const probing = await aPerson();
    await call("/users/self", { cookie: bySession.cookie });
    await call("/users/self", { key: byKey.apiKey });
    await call("/users/self", { key: byKey.apiKey });
    await call("/metrics", { key: probing.apiKey });
    await writeNoted();
    const rows = await db.query<{ user_id: number }>(`select user_id from active_day where user_id = any($1::int[])`, [
      [bySession.userId, byKey.userId, probing.userId],
    ]);
    expect(rows.map(({ user_id }) => user_id).sort()).toEqual([bySession.userId, byKey.userId].sort());
  });

  test("what the database could not take is written when it can", async () => {
    const { userId } = await aUser();
    await db.query(`alter table active_day rename to active_day_away`);
    noteActive(userId, now);
    await writeNoted();
    await db.query(`alter table active_day_away rename to active_day`);
    await writeNoted();
    expect(await db.query(`select from active_day where user_id = $1`, [userId])).toHaveLength(1);
  });
});

test("sign-ups of 7 days count customers, those who have not confirmed their address too (A11)", async () => {
  const createdAt = new Date("2030-05-04T23:59:59Z");
  await aUser({ createdAt, state: "unverified" });
  await aUser({ createdAt });
  await aUser({ createdAt, role: "support" });
  await aUser({ createdAt: new Date("2030-04-30T23:59:59Z") });
  await aUser({ createdAt: new Date("2030-05-01T00:00:00Z") });
  const days = await listSignUps({ days: 7, now: new Date("2030-05-07T00:00:00Z") });
  expect(days.map(({ users }) => users)).toEqual([1, 0, 0, 2, 0, 0, 0]);
  expect(days[0]?.day).toBe("2030-05-01");
});
