import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { pruneDeliveries } from "~/accounts/prune-deliveries.server";
import { sendTest } from "~/accounts/inside/endpoints/send-again.server";
import { aNode, theCatalogue } from "../support/world";
import { call, read } from "./support/call";
import { aPerson, type Person } from "./support/people";
import { succeeds } from "./support/success";

const URL_OF_HOOK = "https://example.com/hooks/millrace";

interface Made {
  webhook: { id: string; state: string; event_types: string[]; old_secret_ts: number };
  secret: string;
}

let customer: Person;
let stranger: Person;
let made: Made;

beforeAll(async () => {
  await theCatalogue();
  customer = await aPerson();
  stranger = await aPerson();
  const json = { url: URL_OF_HOOK, description: "Deploys", event_types: ["task.queued", "task.ended"] };
  made = (await succeeds("POST /v1/webhooks", { key: customer.apiKey, json })) as Made;
});

const at = (rest = "") => `/v1/webhooks/${made.webhook.id}${rest}`;
const post = async (path: string, json: object = {}, key = customer.apiKey) => {
  const response = await call(path, { key, json });
  return { status: response.status, body: await read(response) };
};

test("each path answers as described", async () => {
  const { apiKey: key } = customer;
  expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await succeeds("GET /v1/webhooks", { key });
  await succeeds("GET /v1/webhooks/:endpoint_id", { key }, at());
  await succeeds("POST /v1/webhooks/:endpoint_id", { key, json: { description: "All deploys" } }, at());
  await succeeds("POST /v1/webhooks/:endpoint_id/test", { key, json: {} }, at("/test"));
  const list = (await succeeds("GET /v1/webhooks/:endpoint_id/deliveries", { key }, at("/deliveries"))) as {
    deliveries: { id: string }[];
  };
  const id = list.deliveries[0]?.id ?? "";
  await succeeds(
    "POST /v1/webhooks/:endpoint_id/deliveries/:delivery_id/resend",
    { key, json: {} },
    at(`/deliveries/${id}/resend`),
  );
  const rotated = (await succeeds("POST /v1/webhooks/:endpoint_id/rotate", { key, json: {} }, at("/rotate"))) as Made;
  expect(rotated.secret).not.toBe(made.secret);
  expect(rotated.webhook.old_secret_ts).toBeGreaterThan(Date.now() / 1000);
});

test("a queued task is sent to subscribed endpoints", async () => {
  await aNode({ gpus: 8, health: "error" });
  const json = { task_name: "waits", gpu_type: "a5000", gpu_min: 1, enqueue: 1, agree: 1 };
  expect(await read(await call("/v1/reserve", { key: customer.apiKey, json }))).toMatchObject({
    retcode: "OK",
    state: "queued",
  });
  const { deliveries } = await read<{ deliveries: { type: string; state: string; payload: string }[] }>(
    await call(at("/deliveries?state=waiting&limit=1"), { key: customer.apiKey }),
  );
  expect(deliveries).toMatchObject([{ type: "task.queued", state: "waiting" }]);
  expect(JSON.parse(deliveries[0]?.payload ?? "")).toMatchObject({ data: { task_name: "waits", state: "queued" } });
});

test("pages follow one another without gaps", async () => {
  for (let count = 0; count < 5; count += 1) await post(at("/test"));
  const seen: string[] = [];
  for (let before: string | null = ""; before !== null;) {
    const page: { deliveries: { id: string }[]; next: string | null } = await read(
      await call(at(`/deliveries?limit=2&before=${before}`), { key: customer.apiKey }),
    );
    seen.push(...page.deliveries.map(({ id }) => id));
    before = page.next;
  }
  const [{ all } = { all: 0n }] = await db.query<{ all: bigint }>(
    `select count(*) as all from webhook_delivery where endpoint_id = $1`,
    [made.webhook.id],
  );
  expect([new Set(seen).size, seen]).toEqual([Number(all), seen.toSorted((one, other) => Number(other) - Number(one))]);
});

test("another tenant's endpoint does not exist", async () => {
  const { apiKey: key } = stranger;
  expect(await read(await call("/v1/webhooks", { key }))).toMatchObject({ webhooks: [] });
  for (const path of [
    at(),
    at("/deliveries"),
    "/v1/webhooks/none",
    "/v1/webhooks/0b8f6f2e-3c52-4a8e-9a55-2d1f7a6f0c11",
  ])
    expect([path, (await call(path, { key })).status]).toEqual([path, 404]);
  const { deliveries } = await read<{ deliveries: { id: string }[] }>(
    await call(at("/deliveries"), { key: customer.apiKey }),
  );
  const resend = `/deliveries/${deliveries[0]?.id}/resend`;
  for (const rest of ["", "/delete", "/rotate", "/test", resend])
    expect([rest, (await post(at(rest), {}, key)).status]).toEqual([rest, 404]);
  const own = await post("/v1/webhooks", { url: URL_OF_HOOK, event_types: ["task.ended"] }, key);
  const { id } = (own.body as unknown as Made).webhook;
  expect((await post(`/v1/webhooks/${id}${resend}`, {}, key)).status).toBe(404);
});

test.each([
  [{ event_types: ["task.ended"] }, "url", M.webhookUrlWrong],
  [{ url: "http://example.com", event_types: ["task.ended"] }, "url", M.webhookUrlWrong],
  [{ url: "https://10.0.0.1", event_types: ["task.ended"] }, "url", M.webhookUrlPrivate],
  [{ url: URL_OF_HOOK }, "event_types", M.webhookEventsRequired],
  [
    { url: URL_OF_HOOK, event_types: ["task.ended", "task.dreams"] },
    "event_types",
    M.webhookEventUnknown({ type: "task.dreams" }),
  ],
  [
    { url: URL_OF_HOOK, event_types: ["task.ended"], description: "x".repeat(201) },
    "description",
    "A description may have at most 200 characters.",
  ],
])("%j is refused at its field", async (json, field, message) => {
  expect(await post("/v1/webhooks", json)).toMatchObject({ status: 422, body: { fields: { [field]: message } } });
});

test("a tenant has ten endpoints at most, even when two are created at once", async () => {
  const { apiKey } = await aPerson();
  const json = { url: URL_OF_HOOK, event_types: ["task.ended"] };
  const answers = await Promise.all(Array.from({ length: 12 }, () => post("/v1/webhooks", json, apiKey)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...(Array(10).fill(201) as number[]), 409, 409]);
});

test("a change that changes nothing leaves no audit row", async () => {
  const rows = () => db.query(`select 1 from audit_row where target = $1`, [`webhook:${made.webhook.id}`]);
  const before = await rows();
  expect((await post(at(), { description: "All deploys" })).status).toBe(200);
  expect(await rows()).toEqual(before);
});

test("an endpoint that is off gets nothing until it is on again", async () => {
  expect((await post(at(), { enabled: false })).body).toMatchObject({ webhook: { state: "off" } });
  expect(await post(at("/test"))).toMatchObject({ status: 409, body: { human_readable_message: M.webhookOff } });
  const waiting = await read(await call(at("/deliveries?state=waiting"), { key: customer.apiKey }));
  expect(waiting).toMatchObject({ deliveries: [] });
  expect((await post(at(), { enabled: "maybe" })).status).toBe(422);
  expect((await post(at(), { enabled: true })).body).toMatchObject({ webhook: { state: "on" } });
});

test("actions on endpoints are audited, without a secret; a deleted one is gone with its secrets", async () => {
  const target = `webhook:${made.webhook.id}`;
  expect((await post(at("/delete"))).status).toBe(200);
  expect((await call(at(), { key: customer.apiKey })).status).toBe(404);
  const rows = await db.query<{ action: string; after: unknown }>(
    `select action, after from audit_row where target = $1 order by id`,
    [target],
  );
  const actions = new Set(rows.map(({ action }) => action));
  expect([...actions].sort()).toEqual(["webhook.change", "webhook.delete", "webhook.new", "webhook.rotate"]);
  expect(JSON.stringify(rows)).not.toMatch(/whsec_|hooks\//);
  const secrets = () => db.query(`select secret, old_secret from webhook_endpoint where id = $1`, [made.webhook.id]);
  expect(await secrets()).toEqual([{ secret: "", old_secret: null }]);
  await pruneDeliveries({ now: new Date() });
  expect(await secrets()).toHaveLength(1);
  await pruneDeliveries({ now: new Date(Date.now() + 31 * 86_400_000) });
  expect(await secrets()).toEqual([]);
});

test("a user with an unconfirmed address changes and sends nothing", async () => {
  const { apiKey, tenantId, userId } = await aPerson();
  const made = await post("/v1/webhooks", { url: URL_OF_HOOK, event_types: ["task.ended"] }, apiKey);
  const own = `/v1/webhooks/${(made.body as unknown as Made).webhook.id}`;
  const { deliveryId } = await sendTest({ tenantId, endpointId: own.slice(13), now: new Date() });
  await db.query(`update user_account set state = 'unverified' where id = $1`, [userId]);
  const body = { human_readable_message: M.confirmEmailFirst };
  const fields = { url: URL_OF_HOOK, event_types: ["task.ended"] };
  for (const path of ["/v1/webhooks", own, `${own}/test`, `${own}/rotate`, `${own}/deliveries/${deliveryId}/resend`])
    expect([path, await post(path, fields, apiKey)]).toMatchObject([path, { body }]);
  expect((await post(`${own}/delete`, {}, apiKey)).status).toBe(200);
});
