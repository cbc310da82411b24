import { beforeAll, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { storeInLine } from "~/usage/inside/intake/batch-line.server";
import { M } from "~/usage/messages";
import { readEvent } from "~/usage/inside/intake/event";
import { anAdmin, type TenantInWorld } from "../../support/world";
import { aServiceKey, anEvent, meterOf, send } from "./support/sending";

const AT_ONCE = 1_000;
/** Batches of two transactions of 2,000 events, and of the line of 50,000 behind them. */
const FILL = (2 * 2_000 + 50_000) / AT_ONCE;

let user: TenantInWorld;
let busyKey: string;
let busy: number;
let quiet: number;

beforeAll(async () => {
  user = await anAdmin();
  busyKey = await aServiceKey(user);
  await send(await aServiceKey(user), [anEvent(user)]);
  await send(busyKey, [anEvent(user)]);
  const sources = await db.query<{ id: number }>("select id from usage_source order by id");
  [quiet, busy] = sources.slice(-2).map(({ id }) => id) as [number, number];
});

/** A batch that repeats one event: the line counts each, and one is stored. */
function aBatch(sourceId: number, { count = 1, agoS = 0, coins = 0 }) {
  const read = readEvent(anEvent(user, { coins }), new Date());
  const receivedAt = new Date(Date.now() - agoS * 1000);
  return { sourceId, events: Array.from({ length: count }, () => read), receivedAt };
}

/** Fills the line with batches of the busy source while no transaction can store, and then carries out `then`. */
async function whileFull(agoS: number, then: (order: string[]) => Promise<void>) {
  const order: string[] = [];
  const answers: Promise<boolean>[] = [];
  await transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock(hashtext('usage_event'), 0)");
    for (let nth = 0; nth < FILL; nth += 1) {
      const stored = storeInLine(aBatch(busy, { count: AT_ONCE, agoS }));
      answers.push(stored.then(() => order.push("busy") > 0).catch(() => false));
      // Lets the first two transactions begin.
      if (nth % 2 === 1 && nth < 4) await new Promise(setImmediate);
    }
    await then(order);
  });
  return await Promise.all(answers);
}

test("a source that fills the line is refused; another takes its place in it and is stored next", async () => {
  const { unposted } = await meterOf(user.tenantId);
  let sent: Promise<unknown> | undefined;
  const answers = await whileFull(0, async (order) => {
    const { status, headers, body } = await send(busyKey, [anEvent(user)]);
    expect([status, headers.get("Retry-After")]).toEqual([429, "5"]);
    expect(body).toEqual({ retcode: "ERROR", human_readable_message: M.lineFull({ seconds: 5 }) });
    sent = storeInLine(aBatch(quiet, { coins: 9 })).then(({ accepted }) => {
      // Two transactions were under way with two batches each; it is in the third or so, and not behind all of them.
      expect(order.length).toBeLessThan(10);
      return accepted;
    });
    sent.catch(() => {});
  });
  expect(await sent).toBe(1);
  expect((await meterOf(user.tenantId)).unposted).toBe(unposted + 9);
  // The newest batch of the busy source made room.
  expect(answers).toEqual([...Array<boolean>(FILL - 1).fill(true), false]);
});

test("a source is asked to wait as long as its first batch has waited, if the line is slow", async () => {
  await whileFull(12, async () => {
    const { status, headers, body } = await send(busyKey, [anEvent(user)]);
    const seconds = Number(headers.get("Retry-After"));
    expect([status, body]).toMatchObject([429, { human_readable_message: M.lineFull({ seconds }) }]);
    expect(seconds).toBeGreaterThanOrEqual(12);
  });
});
