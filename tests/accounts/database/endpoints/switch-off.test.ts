import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import { readEndpoint } from "~/accounts/inside/endpoints/list-endpoints.server";
import { sendTest } from "~/accounts/inside/endpoints/send-again.server";
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

describe("An endpoint is switched off automatically", () => {
  const stateOf = async (endpointId: string) =>
    (await readEndpoint({ tenantId: tenant.tenantId, endpointId, now })).state;
  const mails = async () =>
    (await db.query<{ subject: string }>(`select subject from mail where to_address = $1`, [tenant.email])).map(
      (one) => one.subject,
    );

  it("when it answers 410", async () => {
    const { endpointId } = await anEndpoint(tenant, { url: receiver.url });
    status = 410;
    await topUp();
    await topUp();
    await send();
    expect(await stateOf(endpointId)).toBe("gone");
    expect((await deliveriesOf(endpointId)).map(({ state }) => state)).toEqual(["failed", "failed"]);
    expect(await mails()).toEqual([`Your webhook endpoint at 127.0.0.1:${receiver.port} is switched off`]);
    await topUp();
    expect(await deliveriesOf(endpointId)).toHaveLength(2);
  });

  it("after five days without a success, and not earlier; a success restarts the five days", async () => {
    const { endpointId } = await anEndpoint(tenant, { url: receiver.url });
    const after = async (days: number, answer: number) => {
      status = answer;
      const at = new Date(now.getTime() + days * DAY_MS);
      await sendTest({ tenantId: tenant.tenantId, endpointId, now: at });
      await send(at);
      return await stateOf(endpointId);
    };
    expect([await after(0, 500), await after(4, 500), await after(4.1, 200), await after(5, 500)]).toEqual(
      Array(4).fill("on"),
    );
    expect([await after(9.9, 500), await after(10, 500)]).toEqual(["on", "failing"]);
    expect(await mails()).toHaveLength(1);
  });

  it("not at the first failure after quiet days", async () => {
    const { endpointId } = await anEndpoint(tenant, { url: receiver.url });
    const { tenantId } = tenant;
    status = 500;
    await sendTest({ tenantId, endpointId, now });
    await send();
    await db.query(`update webhook_delivery set state = 'failed' where endpoint_id = $1`, [endpointId]);
    const later = (ms: number) => new Date(now.getTime() + 6 * DAY_MS + ms);
    await sendTest({ tenantId, endpointId, now: later(0) });
    const states: string[] = [];
    for (const ms of [0, 5_000, 5_000 + 5 * MINUTE_MS]) {
      await send(later(ms));
      states.push(await stateOf(endpointId));
    }
    expect(states).toEqual(["on", "on", "failing"]);
  });
});
