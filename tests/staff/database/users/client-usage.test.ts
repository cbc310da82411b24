import { expect, test } from "vitest";
import { readClientUsage } from "~/staff/inside/users/read-client-usage.server";
import { storeEvents } from "../../../support/usage-events";
import { aTenant } from "../../../support/world";

const NOW = new Date("2026-03-31T12:00:30Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const DAY_MIN = 24 * 60;

test("a user's report has the newest ten clients and 30 days, and no other user's data", async () => {
  const [{ userId, tenantId }, other] = await Promise.all([aTenant({ dollars: 0 }), aTenant({ dollars: 0 })]);
  const mine = Array.from({ length: 12 }, (_, number) => ({
    ...{ ts: ago(number), userId, tenantId, prompt: 10, generated: 1, coins: 5 },
    clientVersion: `ide-1.${number}`,
  }));
  await storeEvents(
    [
      ...mine,
      { ts: ago(0), userId, tenantId, calls: 3 },
      { ts: ago(29 * DAY_MIN), userId, tenantId, prompt: 7, coins: 2 },
      { ts: ago(30 * DAY_MIN), userId, tenantId, coins: 1_000 },
      { ts: ago(0), userId: other.userId, tenantId: other.tenantId, clientVersion: "other" },
    ],
    { now: NOW },
  );
  const { current, days, old } = await readClientUsage({ userId, now: NOW });
  expect(current.map(({ enduser_client_version: version }) => version)).toEqual(
    Array.from({ length: 10 }, (_, number) => `ide-1.${number}`),
  );
  expect(current[0]?.ts_reported).toBe(Math.floor(NOW.getTime() / 1000));
  expect(days).toEqual([
    { day: "2026-03-31", calls: 15, tokens: 132, coins: 60 },
    { day: "2026-03-02", calls: 1, tokens: 7, coins: 2 },
  ]);
  expect(old).toEqual([]);
});
