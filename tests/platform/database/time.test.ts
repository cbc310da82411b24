import { afterEach, expect, test, vi } from "vitest";
import { db } from "~/platform/db.server";
import { databaseJumpMs, hearTime, keepTime, presentTime, takeTime } from "~/platform/time.server";

const HOUR_MS = 3_600_000;

afterEach(() => vi.useRealTimers());

async function databaseMs(): Promise<number> {
  const [row] = await db.query<{ ms: number }>(`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`);
  return row?.ms ?? NaN;
}

test.each([
  ["an hour ahead", HOUR_MS, "3600 s ahead of"],
  ["an hour behind", -HOUR_MS, "3600 s behind"],
])(
  "the present time is the database's where the machine's clock is %s, and the log says so once",
  async (_what, offMs, words) => {
    const said: string[] = [];
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + offMs });
    await keepTime({ warn: (line) => said.push(line) });
    const beforeMs = await databaseMs();
    const now = presentTime().getTime();
    expect(now).toBeGreaterThan(beforeMs - 1000);
    expect(now).toBeLessThan((await databaseMs()) + 1000);
    expect(said).toEqual([`this machine's clock is ${words} the database's, which counts: set it right`]);
  },
);

test("a slow answer does not move a time that fits it, and one that does not fit is corrected", () => {
  const nowMs = presentTime().getTime();
  const askedMs = performance.now() - 3000;
  takeTime(nowMs - 1500, askedMs);
  expect(Math.abs(presentTime().getTime() - nowMs)).toBeLessThan(500);
  takeTime(nowMs - HOUR_MS, askedMs);
  expect(presentTime().getTime()).toBeLessThan(nowMs - HOUR_MS + 4000);
  takeTime(nowMs);
  expect(Math.abs(presentTime().getTime() - nowMs)).toBeLessThan(500);
});

const DAY_MS = 24 * HOUR_MS;

test.each([
  ["40 days ahead", 40 * DAY_MS, 0],
  ["two hours ahead, as this machine's own does", 2 * HOUR_MS, 2 * HOUR_MS],
  ["a day back", -DAY_MS, 0],
])(
  "a database's clock that jumps %s is not believed, and is followed again once it is right",
  (_how, jumpMs, ownJumpMs) => {
    const nowMs = Date.now();
    takeTime(nowMs);
    hearTime({ givenMs: nowMs + jumpMs, askedMs: performance.now(), ownMs: nowMs + ownJumpMs, ownJumpMs, sleptMs: 0 });
    expect(Math.abs(presentTime().getTime() - nowMs)).toBeLessThan(2000);
    expect(Math.abs((databaseJumpMs() ?? 0) - jumpMs)).toBeLessThan(2000);
    hearTime({ givenMs: nowMs, askedMs: performance.now() - 3000, ownMs: nowMs, ownJumpMs: 0, sleptMs: 0 });
    expect(databaseJumpMs()).toBeNull();
    expect(Math.abs(presentTime().getTime() - nowMs)).toBeLessThan(4000);
  },
);

test.each([
  ["this machine slept for as long", { sleptMs: 2 * HOUR_MS, ownJumpMs: 2 * HOUR_MS }],
  ["this machine's own clock has shown that time all along", { sleptMs: 0, ownJumpMs: 0 }],
])("a jump is followed where %s", (_why, seen) => {
  const nowMs = Date.now();
  takeTime(nowMs);
  const givenMs = nowMs + 2 * HOUR_MS;
  hearTime({ givenMs, askedMs: performance.now(), ownMs: givenMs, ...seen });
  expect(databaseJumpMs()).toBeNull();
  expect(Math.abs(presentTime().getTime() - givenMs)).toBeLessThan(2000);
  takeTime(nowMs);
});
