import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "~/platform/db.server";
import { lastingLimit } from "~/platform/lasting-limit.server";
import { pruneLimits } from "~/platform/prune-limits.server";
import { presentTime, takeTime } from "~/platform/time.server";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

class Full extends Error {
  constructor(readonly seconds: number) {
    super("full");
  }
}

const limit = lastingLimit({ prefix: "test", points: 2, durationS: 900, refusal: (seconds) => new Full(seconds) });
const secondsOf = async (key = "a") =>
  await limit.consume(key).then(
    () => null,
    (error: Full) => error.seconds,
  );

beforeEach(async () => void (await db.query(`delete from login_limit`)));
afterEach(() => vi.useRealTimers());

test("refuses from the limit on until its time has passed, each key by itself", async () => {
  expect([await secondsOf(), await secondsOf(), await secondsOf("b")]).toEqual([null, null, null]);
  const seconds = await secondsOf();
  expect(seconds).toBeGreaterThan(890);
  expect(seconds).toBeLessThanOrEqual(900);
  takeTime(presentTime().getTime() + 901_000);
  expect(await secondsOf()).toBeNull();
});

test("of concurrent requests as many pass as the limit allows", async () => {
  const passed = await Promise.all(Array.from({ length: 20 }, () => secondsOf()));
  expect(passed.filter((one) => one === null)).toHaveLength(2);
});

test("counts given back, and forgotten ones, do not count; a count beyond the limit refuses the next", async () => {
  await limit.consume("a");
  await limit.giveBack("a");
  await limit.giveBack("a");
  await limit.giveBack("unknown");
  expect([await secondsOf(), await secondsOf(), await secondsOf()]).toEqual([null, null, expect.any(Number)]);
  await limit.forget("a");
  for (let times = 0; times < 3; times++) await limit.count("a");
  expect(await secondsOf()).toEqual(expect.any(Number));
});

test.each([
  ["ahead", DAY_MS],
  ["behind", -DAY_MS],
])("a machine whose clock is a day %s counts as the others do (decision 0490)", async (_way, offMs) => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + offMs });
  expect([await secondsOf(), await secondsOf()]).toEqual([null, null]);
  vi.useRealTimers();
  const seconds = await secondsOf();
  expect(seconds).toBeGreaterThan(890);
  expect(seconds).toBeLessThanOrEqual(900);
});

test("a time that was written by a clock ahead holds nobody up longer than the limit lasts", async () => {
  const nowMs = presentTime().getTime();
  takeTime(nowMs + DAY_MS);
  for (let times = 0; times < 3; times++) await secondsOf();
  takeTime(nowMs);
  expect(await secondsOf()).toBeNull();
});

test("prune deletes the counts whose time has passed, and no others", async () => {
  await limit.consume("old");
  const nowMs = presentTime().getTime();
  takeTime(nowMs + HOUR_MS);
  await limit.consume("new");
  await pruneLimits({ now: presentTime() });
  expect(await db.query(`select key from login_limit`)).toEqual([{ key: "test:new" }]);
});
