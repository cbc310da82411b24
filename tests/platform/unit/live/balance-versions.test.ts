import { afterEach, expect, test, vi } from "vitest";
import type { LiveEvent } from "~/platform/live/events";
import { askOnce } from "~/platform/live/ask-once";
import { newestRows, type Loaded } from "~/platform/live/newest";

const SECOND = Date.parse("2026-03-01T12:00:00Z");
const headers = { Date: new Date(SECOND).toUTCString() };

afterEach(() => vi.unstubAllGlobals());

/** The polled balance, by the time of its reading: the server's, which the header gives to the ms. */
async function polled(dollars: number, readMs: number): Promise<Loaded<number>> {
  const answer = Response.json({}, { headers: { ...headers, "X-Read-Ms": String(readMs) } });
  vi.stubGlobal("fetch", async () => answer);
  const answered = await askOnce(`/v1/money?${readMs}`);
  if (!answered) throw new Error("no answer");
  const { atMs } = answered;
  return { atMs, rows: [{ key: "tenant-1", version: atMs, data: dollars }] };
}

const eventOf = (dollars: number, version: number): LiveEvent<number> => ({
  entity: "balance",
  key: "tenant-1",
  version,
  ts: Math.floor(version / 1000),
  data: dollars,
});

test.each([
  { readMs: SECOND + 700, shown: 12, why: "was read after the event" },
  { readMs: SECOND + 299, shown: 10, why: "was read before it" },
])(
  "the later reading of a polled balance and an event of one second is shown: the poll $why",
  async ({ readMs, shown }) => {
    const events = new Map([["tenant-1", eventOf(10, SECOND + 300)]]);
    expect(newestRows(await polled(12, readMs), events).get("tenant-1")).toBe(shown);
  },
);

test("an answer without the header, as of an older server, has the time of its Date", async () => {
  vi.stubGlobal("fetch", async () => Response.json({}, { headers }));
  expect((await askOnce("/v1/money?old"))?.atMs).toBe(SECOND);
});
