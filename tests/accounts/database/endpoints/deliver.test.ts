import { Webhook } from "standardwebhooks";
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { changeEndpoint, rotateSecret } from "~/accounts/inside/endpoints/change-endpoints.server";
import { claimDeliveries, findWaiting } from "~/accounts/claim-deliveries.server";
import { deliver } from "~/accounts/deliver.server";
import { recordAttempt } from "~/accounts/inside/endpoints/record-attempt.server";
import { sendAgain, sendTest } from "~/accounts/inside/endpoints/send-again.server";
import { notify } from "~/platform/notify.server";
import { WebhookSender } from "../../../../worker/jobs/webhook-sender";
import { until } from "../../../support/until";
import { aTenant, type TenantInWorld } from "../../../support/world";
import { allowLoopback, anEndpoint, aReceiver, type Receiver } from "./receiver";
import { listedDeliveries, sendAt, settleTopUp } from "./sending";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let tenant: TenantInWorld;
let receiver: Receiver;
let status = 200;
let now: Date;

beforeAll(allowLoopback);
beforeEach(async () => {
  status = 200;
  now = new Date();
  tenant = await aTenant({ dollars: 0 });
  receiver = await aReceiver((_request, response) => void response.writeHead(status).end("said"));
});
afterEach(async () => {
  await receiver.end();
  await db.query(`delete from webhook_message`);
});

const send = (at = now) => sendAt(at);
const deliveriesOf = (endpointId: string, of: Pick<TenantInWorld, "tenantId"> = tenant) =>
  listedDeliveries(of, endpointId);
const topUp = (of: Pick<TenantInWorld, "tenantId"> = tenant, cause = `test:${Math.random()}`) =>
  settleTopUp(of, { cause, now });

describe("A webhook", () => {
  it("is signed so that a Standard Webhooks client accepts it and rejects forgeries", async () => {
    const { secret, endpointId } = await anEndpoint(tenant, { url: receiver.url });
    await topUp();
    await send();
    const [got] = receiver.received;
    const headers = got?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(got?.body ?? "", headers)).toEqual({
      type: "topup.settled",
      timestamp: now.toISOString(),
      data: { topup_id: expect.any(String) as string, number: "MR-1", dollars: 5 },
    });
    expect(() => new Webhook(secret).verify(`${got?.body} `, headers)).toThrow("No matching signature");
    const other = await anEndpoint(tenant, { url: receiver.url });
    expect(() => new Webhook(other.secret).verify(got?.body ?? "", headers)).toThrow("No matching signature");
    expect(await deliveriesOf(endpointId)).toMatchObject([
      { state: "delivered", webhook_id: headers["webhook-id"], attempts: [{ number: 1, status: 200, body: "said" }] },
    ]);
  });

  it("carries two signatures for 24 hours after a new secret, and one afterwards", async () => {
    const { secret: old, endpointId } = await anEndpoint(tenant, { url: receiver.url });
    const { tenantId, userId } = tenant;
    const { secret } = await rotateSecret({ tenantId, userId, requestId: "test", now }, { endpointId });
    await topUp();
    await send();
    const late = new Date(now.getTime() + DAY_MS);
    await sendTest({ tenantId, endpointId, now: late });
    await send(late);
    const [first, second] = receiver.received.map(({ headers }) => String(headers["webhook-signature"]).split(" "));
    expect([first?.length, second?.length]).toEqual([2, 1]);
    const { body = "", headers } = receiver.received[0] ?? {};
    for (const one of [old, secret]) new Webhook(one).verify(body, headers as Record<string, string>);
  });

  it("is sent once per cause, and never for a change that is rolled back", async () => {
    const { endpointId } = await anEndpoint(tenant, { url: receiver.url });
    await topUp(tenant, "same-cause");
    await topUp(tenant, "same-cause");
    const undone = transaction(async (tx) => {
      const event = { type: "balance.exhausted" as const, data: { stopped_tasks: [] } };
      const { tenantId } = tenant;
      await notify(tx, { tenantId, retcode: "ERROR", message: "", url: "/", cause: "undone", now, event });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await deliveriesOf(endpointId)).toHaveLength(1);
  });
});

describe("Attempts (15.4)", () => {
  it("arrive after growing waits under one id, and end as failed", async () => {
    const { endpointId } = await anEndpoint(tenant, { url: receiver.url });
    status = 500;
    await topUp();
    let at = now;
    for (const waitS of [0, 5, 300, 1800, 7200, 18_000, 36_000, 36_000]) {
      at = new Date(at.getTime() + waitS * 1000);
      await send(new Date(at.getTime() - 1));
      await send(at);
    }
    const [delivery] = await deliveriesOf(endpointId);
    expect(delivery).toMatchObject({
      state: "failed",
      next_ts: 0,
      attempts: { length: 8, 0: { error: "The answer was 500." } },
    });
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(receiver.received).toHaveLength(8);
  });

  it("killed between sending and recording, it is sent again under the same id", async () => {
    const { endpointId } = await anEndpoint(tenant, { url: receiver.url });
    await topUp();
    const endpointIds = await findWaiting({ after: null });
    const [claimed] = await claimDeliveries({ endpointIds, slow: false, places: 1, now });
    if (!claimed) throw new Error("nothing was due");
    await send();
    expect(receiver.received, "claimed by the one that dies").toHaveLength(0);
    await send(new Date(now.getTime() + MINUTE_MS));
    await deliver({ claimed, clock: () => now });
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual([claimed.messageId, claimed.messageId]);
    expect(await deliveriesOf(endpointId)).toMatchObject([
      { state: "delivered", attempts: [{ number: 2 }, { number: 1 }] },
    ]);
  });

  it("an answer after a takeover does not change the result of the later attempt", async () => {
    const { endpointId } = await anEndpoint(tenant, { url: receiver.url });
    await topUp();
    const [claimed] = await claimDeliveries({ endpointIds: [endpointId], slow: false, places: 1, now });
    if (!claimed) throw new Error("nothing was due");
    await send(new Date(now.getTime() + MINUTE_MS));
    const answered = { status: 500, error: "The answer was 500.", durationMs: 1, body: "" };
    await recordAttempt({ claimed, answered, now });
    expect(await deliveriesOf(endpointId)).toMatchObject([{ state: "delivered" }]);
  });

  it.each([410, 500])("whose %i comes from a former URL do not count against the new one", async (said) => {
    const { endpointId } = await anEndpoint(tenant, { url: receiver.url });
    await topUp();
    const [claimed] = await claimDeliveries({ endpointIds: [endpointId], slow: false, places: 1, now });
    if (!claimed) throw new Error("nothing was due");
    const { tenantId, userId } = tenant;
    await changeEndpoint({ tenantId, userId, requestId: "test", now }, { endpointId, url: `${receiver.url}/moved` });
    const answered = { status: said, error: `The answer was ${said}.`, durationMs: 1, body: "" };
    await recordAttempt({ claimed, answered, now });
    expect(await db.query(`select state, failing_since from webhook_endpoint where id = $1`, [endpointId])).toEqual([
      { state: "on", failing_since: null },
    ]);
    await send(new Date(now.getTime() + MINUTE_MS));
    expect(await deliveriesOf(endpointId)).toMatchObject([{ state: "delivered" }]);
  });

  it("are made by one of two workers for each delivery", async () => {
    const { endpointId } = await anEndpoint(tenant, { url: receiver.url });
    for (let count = 0; count < 40; count += 1) await topUp();
    await Promise.all([send(), send(), send()]);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect([ids.length, new Set(ids).size]).toEqual([40, 40]);
    expect((await deliveriesOf(endpointId)).every(({ state }) => state === "delivered")).toBe(true);
  });

  it("to a hanging endpoint are at most eight at once, of all workers together; another tenant's is sent at once", async () => {
    const hanging = await aReceiver(() => undefined);
    const { endpointId } = await anEndpoint(tenant, { url: hanging.url });
    const tests = async (count: number, own: { tenantId: number; endpointId: string }) => {
      for (let sent = 0; sent < count; sent += 1) await sendTest({ ...own, now });
    };
    await tests(45, { ...tenant, endpointId });
    const senders = [1, 2, 3].map(() => new WebhookSender({ clock: () => now }));
    const turn = async () => await Promise.all(senders.map(async (sender) => await sender.turn()));
    const stop = async () => await Promise.all(senders.map(async (sender) => await sender.stop()));
    onTestFinished(async () => void (await stop()));
    for (let turns = 0; turns < 6; turns += 1) await turn();
    const other = await aTenant({ dollars: 0 });
    await tests(1, { ...other, ...(await anEndpoint(other, { url: receiver.url })) });
    await turn();
    await until("the other tenant's", () => receiver.received.length === 1);
    await until("the eight", () => hanging.received.length >= 8);
    await turn();
    const [begun] = await db.query(
      `select count(*)::int as tries from webhook_delivery where endpoint_id = $1 and attempts > 0`,
      [endpointId],
    );
    expect(begun).toEqual({ tries: 8 });
    const stopped = stop();
    await hanging.end();
    await stopped;
  });

  it("for slow and fast endpoints of one tenant have separate places", async () => {
    const endpointIds: string[] = [];
    for (let made = 0; made < 10; made += 1) {
      const { endpointId } = await anEndpoint(tenant, { url: receiver.url });
      for (let sent = 0; sent < 8; sent += 1) await sendTest({ ...tenant, endpointId, now });
      endpointIds.push(endpointId);
    }
    await db.query(`update webhook_endpoint set slow = true where id = any($1::uuid[])`, [endpointIds.slice(5)]);
    const claimed = async (slow: boolean) => await claimDeliveries({ endpointIds, slow, places: 96, now });
    expect([(await claimed(false)).length, (await claimed(true)).length]).toEqual([10, 10]);
  });

  it("for ten hanging endpoints of a tenant are two each, and other tenants get their places", async () => {
    const hanging = await aReceiver(() => undefined);
    const sender = new WebhookSender({ clock: () => now });
    onTestFinished(async () => {
      const stopped = sender.stop();
      await hanging.end();
      await stopped;
    });
    for (let made = 0; made < 10; made += 1) {
      const endpoint = await anEndpoint(tenant, { url: hanging.url });
      for (let sent = 0; sent < 8; sent += 1) await sendTest({ ...tenant, ...endpoint, now });
    }
    for (let turn = 0; turn < 3; turn += 1) await sender.turn();
    await until("two of each", () => hanging.received.length === 20);
    const begun = `select endpoint_id, count(*)::int as tries from webhook_delivery where attempts > 0 group by 1`;
    expect((await db.query<{ tries: number }>(begun)).map(({ tries }) => tries)).toEqual(Array(10).fill(2));
    const others = Array.from({ length: 30 }, async () => await aTenant({ dollars: 0 }));
    for (const other of await Promise.all(others))
      await sendTest({ ...other, ...(await anEndpoint(other, { url: receiver.url })), now });
    await sender.turn();
    await until("the others'", () => receiver.received.length === 30);
  });

  it("of a slow endpoint have their turn by the time they are due, whoever else has many", async () => {
    const busy = [];
    for (let made = 0; made < 6; made += 1) busy.push(await anEndpoint(tenant, { url: receiver.url }));
    const other = await aTenant({ dollars: 0 });
    const late = await anEndpoint(other, { url: receiver.url });
    await sendTest({ ...other, ...late, now });
    for (const endpoint of [...busy, ...busy, ...busy])
      await sendTest({ ...tenant, ...endpoint, now: new Date(now.getTime() + 1) });
    const endpointIds = await findWaiting({ after: null });
    await db.query(`update webhook_endpoint set slow = true`);
    const claim = { endpointIds, slow: true, places: 8, now: new Date(now.getTime() + 2) };
    expect((await claimDeliveries(claim)).map(({ endpointId }) => endpointId)).toContain(late.endpointId);
  });

  it("restarts its waits when a customer sends it again, and keeps its id", async () => {
    const { endpointId } = await anEndpoint(tenant, { url: receiver.url });
    status = 503;
    await topUp();
    await send();
    status = 200;
    const [failed] = await deliveriesOf(endpointId);
    await sendAgain({ tenantId: tenant.tenantId, endpointId, deliveryId: BigInt(failed?.id ?? 0), now });
    await send();
    expect(await deliveriesOf(endpointId)).toMatchObject([
      { state: "delivered", attempts: [{ number: 2 }, { number: 1 }] },
    ]);
  });

  it("a delivery of fifty tries is not sent again", async () => {
    const { endpointId } = await anEndpoint(tenant, { url: receiver.url });
    const { tenantId } = tenant;
    const { deliveryId } = await sendTest({ tenantId, endpointId, now });
    await db.query(`update webhook_delivery set attempts = 49 where id = $1`, [deliveryId]);
    await sendAgain({ tenantId, endpointId, deliveryId, now });
    await send();
    await expect(sendAgain({ tenantId, endpointId, deliveryId, now })).rejects.toThrow("tried 50 times");
  });
});
