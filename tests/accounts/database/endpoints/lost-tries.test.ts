import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { db } from "~/platform/db.server";
import { claimDeliveries } from "~/accounts/claim-deliveries.server";
import { WebhookSender } from "../../../../worker/jobs/webhook-sender";
import { aTenant, type TenantInWorld } from "../../../support/world";
import { allowLoopback, anEndpoint, aReceiver, type Receiver } from "./receiver";
import { sendAt, settleTopUp } from "./sending";

const MINUTE_MS = 60_000;

let tenant: TenantInWorld;
let receiver: Receiver;
let now: Date;

beforeAll(allowLoopback);
beforeEach(async () => {
  now = new Date();
  tenant = await aTenant({ dollars: 0 });
  receiver = await aReceiver((_request, response) => void response.writeHead(500).end());
});
afterEach(async () => {
  await receiver.end();
  await db.query(`delete from webhook_message`);
});

test("a webhook loses no try to a worker that dies while it sends", async () => {
  const { endpointId } = await anEndpoint(tenant, { url: receiver.url });
  await settleTopUp(tenant, { cause: `test:${Math.random()}`, now });
  const claim = async (at: Date) =>
    await claimDeliveries({ endpointIds: [endpointId], slow: false, places: 1, now: at });
  let at = now;
  for (let death = 0; death < 10; death += 1) {
    expect(await claim(at)).toMatchObject([{ turn: 1 }]);
    at = new Date(at.getTime() + MINUTE_MS);
  }
  // The first attempt with a known result counts as a first failure: the next one follows in 5 s.
  await sendAt(at);
  const [waiting] = await db.query<{ turn: number; wait: number }>(
    `select turn, extract(epoch from try_after - $2)::int as wait from webhook_delivery where endpoint_id = $1`,
    [endpointId, at],
  );
  expect(waiting).toEqual({ turn: 1, wait: 5 });
});

test("a webhook is retried at once if recording the last attempt took longer than the wait", async () => {
  await anEndpoint(tenant, { url: receiver.url });
  await settleTopUp(tenant, { cause: `test:${Math.random()}`, now });
  const waits = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => void waits.mockRestore());
  let asked = 0;
  // Each reading of the clock is 4 s after the one before.
  const sender = new WebhookSender({ clock: () => new Date(now.getTime() + (asked += 1) * 4_000) });
  await sender.turn();
  await sender.idle();
  await sender.stop();
  expect(waits.mock.calls.map(([, ms]) => ms ?? 0).filter((ms) => ms < 0)).toEqual([]);
});
