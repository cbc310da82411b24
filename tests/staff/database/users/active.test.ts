import { describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { noteActive, writeNoted } from "~/platform/http/note-active.server";
import { dayOf } from "~/platform/day-range";
import { keepActivePast } from "~/staff/keep-active-past.server";
import { listActiveDays, readActiveUsers } from "~/staff/read-active.server";
import { recordActive } from "~/staff/record-active.server";
import { listSignUps } from "~/staff/inside/users/list-sign-ups.server";
import { call } from "../../../contract/support/call";
import { aPerson } from "../../../contract/support/people";
import { aUser } from "./many";

const now = new Date("2024-01-31T13:00:00Z");
const day = (number: number) => `2024-01-${String(number).padStart(2, "0")}`;

describe("active users (A9)", () => {
  test("are distinct users of the last 1, 7 and 30 days, today included", async () => {
    const [one, two, three, four] = [await aUser(), await aUser(), await aUser(), await aUser()];
    const days = (user: typeof one, ...numbers: number[]) =>
      numbers.map((number) => ({ userId: user.userId, day: day(number) }));
    await recordActive([...days(one, 2, 25, 31), ...days(two, 25), ...days(three, 2, 3), ...days(four, 1)]);
    // The same again, and a day that arrives late.
    await recordActive([...days(one, 31), ...days(one, 30), ...days(two, 24)]);
    expect(await readActiveUsers({ now })).toEqual({ daily: 1, weekly: 2, monthly: 3 });
    const history = await listActiveDays({ days: { start: day(1), end: day(31) }, now });
    expect(history).toHaveLength(31);
    expect(history.filter(({ daily }) => daily > 0).map(({ day, daily }) => [day, daily])).toEqual([
      [day(1), 1],
      [day(2), 2],
      [day(3), 1],
      [day(24), 1],
      [day(25), 2],
      [day(30), 1],
      [day(31), 1],
    ]);
    await db.query(`delete from user_account where id = $1`, [two.userId]);
    expect(await readActiveUsers({ now })).toEqual({ daily: 1, weekly: 1, monthly: 2 });
  });

  test("are counted once when two processes write a user's days at once", async () => {
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

  test("ignore a user who was deleted in between", async () => {
    await recordActive([{ userId: 2_000_000_000, day: day(31) }]);
    expect(await db.query(`select from active_day where user_id = 2000000000`)).toEqual([]);
  });

  test("include requests by session and by key, but no probes", async () => {
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

  test("are written later if the database could not take them", async () => {
    const { userId } = await aUser();
    await db.query(`alter table active_day rename to active_day_away`);
    noteActive(userId, now);
    await writeNoted();
    await db.query(`alter table active_day_away rename to active_day`);
    await writeNoted();
    expect(await db.query(`select from active_day where user_id = $1`, [userId])).toHaveLength(1);
  });
});

describe("the history of active users (A9)", () => {
  const HISTORY = { start: "2023-01-01", end: "2024-12-31" };
  const past = async (at: Date) => {
    await keepActivePast({ now: at });
    return await listActiveDays({ days: HISTORY, now: at });
  };

  test("has distinct users of 7 and 30 days up to each day, even for days before the history", async () => {
    const users = await Promise.all(Array.from({ length: 12 }, async () => await aUser()));
    // Any pattern will do: adjacent days, distant days, long series of days.
    const days = users.flatMap(({ userId }, index) =>
      Array.from({ length: 90 }, (_, number) => number)
        .filter((number) => (number * number + index * 7) % (index + 3) === 0)
        .map((number) => ({ userId, day: dayOf(new Date(Date.UTC(2023, 9, 1 + number))) })),
    );
    await recordActive(days);
    const history = await past(now);
    expect(history.at(-1)?.day).toBe(day(31));
    const there = await db.query<{ user_id: number; day: string }>(
      `select user_id, to_char(day, 'YYYY-MM-DD') as day from active_day`,
    );
    const distinct = (end: string, length: number) => {
      const start = dayOf(new Date(Date.parse(end) - (length - 1) * 86_400_000));
      return new Set(there.filter((row) => row.day >= start && row.day <= end).map((row) => row.user_id)).size;
    };
    const known = history.filter((row) => row.day >= "2023-10-01" && row.day < day(31));
    expect(known.length).toBeGreaterThan(100);
    // The users of the tests above whose accounts are gone have no days any more, but still count.
    const wrong = known.filter((row) => row.weekly !== distinct(row.day, 7) || row.monthly !== distinct(row.day, 30));
    expect(wrong).toEqual([]);
  });

  test("continues each night, with late days, and today's equal the counters", async () => {
    const { userId } = await aUser();
    const before = await past(now);
    const of = (rows: typeof before, wanted: string) => rows.find((row) => row.day === wanted);
    await recordActive([{ userId, day: day(30) }]);
    // Nothing is done twice in one night.
    expect(of(await past(now), day(30))?.weekly).toBe(of(before, day(30))?.weekly);
    const tomorrow = new Date("2024-02-01T00:20:00Z");
    const after = await past(tomorrow);
    expect(of(after, day(30))?.weekly).toBe((of(before, day(30))?.weekly ?? 0) + 1);
    const { weekly, monthly } = await readActiveUsers({ now: tomorrow });
    expect(after.at(-1)).toEqual({ day: "2024-02-01", daily: 0, weekly, monthly });
  });

  test("has no figure instead of 0 for an unwritten day, and long ranges show their newest year", async () => {
    const later = new Date("2025-06-01T10:00:00Z");
    const days = await listActiveDays({ days: { start: "2000-01-01", end: "2025-06-01" }, now: later });
    expect(days).toHaveLength(366);
    expect(days.at(-2)).toEqual({ day: "2025-05-31", daily: 0, weekly: null, monthly: null });
    const all = await listActiveDays({ days: { start: "2000-01-01", end: "2025-06-01" }, now: later, all: true });
    expect(all[0]?.day).toBe("2023-10-01");
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
