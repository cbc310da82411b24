import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { CloudEvent, emitterFor, httpTransport, Mode } from "cloudevents";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { answerRequests } from "~/platform/http/answer-requests.server";
import { loadRoute } from "../../contract/support/load-route";
import { aBuild } from "../../support/remix-build";
import { anthropicCall, failedCall, openAiCall } from "../../support/lite-llm-payloads";
import { aTenant, type TenantInWorld } from "../../support/world";
import { aServiceKey, storedOf, type Taken } from "./support/sending";

// The server is web's own request handler, at a separate port; the sender is the package's client.
const FILE = "usage/api/usage/usage.ts";
const path = "/v1/usage";
let server: Server;
let url: string;
let key: string;
let user: TenantInWorld;

beforeAll(async () => {
  const module = await loadRoute(FILE);
  const id = "usage/api/usage/usage";
  const build = aBuild({ [id]: { id, path: "v1/usage", module } });
  const answer = answerRequests(build, { screens: [], jsonPaths: [{ url: path, file: FILE }] }, () => null);
  server = createServer((incoming, outgoing) => {
    void requestOf(incoming)
      .then((request) => answer(request, "127.0.0.1"))
      .then(async (response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        outgoing.end(await response.text());
      });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const admin = await aTenant({ role: "admin" });
  key = await aServiceKey(admin);
});
beforeAll(async () => {
  user = await aTenant();
});
afterAll(() => server.close());

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const parts: Buffer[] = [];
  for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part);
  const headers = new Headers(incoming.headers as Record<string, string>);
  headers.set("Host", "127.0.0.1:3000");
  return new Request(new URL(incoming.url ?? "/", "http://127.0.0.1:3000"), {
    ...{ method: "POST", headers },
    body: new Uint8Array(Buffer.concat(parts)),
  });
}

const anEvent = (id: string, more: object = {}) =>
  new CloudEvent({
    ...{
      id,
      source: "/gateways/fra1",
      type: "example.model.call",
      subject: user.email,
      time: new Date().toISOString(),
    },
    data: { model: "code-7b", kind: "completion", prompt_tokens: 10, generated_tokens: 3, coins: 7, ...more },
  });
const options = () => ({ headers: { Authorization: `Bearer ${key}` } });
const answerOf = (response: unknown) => JSON.parse((response as { body: string }).body) as Taken;

test("structured and binary events of the cloudevents client are stored, each once", async () => {
  for (const mode of [Mode.STRUCTURED, Mode.BINARY]) {
    const emit = emitterFor(httpTransport(url), { mode });
    const event = anEvent(`one-${mode}`);
    expect(answerOf(await emit(event, options()))).toMatchObject({ retcode: "OK", accepted: 1, duplicates: 0 });
    expect(answerOf(await emit(event, options()))).toMatchObject({ retcode: "OK", accepted: 0, duplicates: 1 });
    expect(answerOf(await emit(anEvent(`one-${mode}`, { coins: 8 }), options()))).toMatchObject({
      retcode: "ERROR",
      rejected: [{ key: `/gateways/fra1 one-${mode}`, human_readable_message: "This key was used for another event." }],
    });
  }
  expect(await storedOf(user.tenantId)).toEqual({ events: 2, coins: 14 });
});

test("a batch of its events is stored, and only bad ones are rejected", async () => {
  const before = await storedOf(user.tenantId);
  const events = [anEvent("b-1"), anEvent("b-2", { model: "no model" }), anEvent("b".repeat(100))];
  const send = httpTransport(url);
  const headers = { "content-type": "application/cloudevents-batch+json", ...options().headers };
  const answer = answerOf(await send({ headers, body: JSON.stringify(events) }));
  expect(answer).toMatchObject({
    accepted: 2,
    rejected: [{ index: 1, human_readable_message: "model has characters that are not allowed." }],
  });
  expect(await storedOf(user.tenantId)).toEqual({ events: before.events + 2, coins: before.coins + 14 });
});

test("LiteLLM's logs are counted correctly in all three formats, and no prompt or answer is stored", async () => {
  const now = Date.now() / 1000;
  const own = { startTime: now - 3.5, endTime: now - 1 };
  await db.query(
    `insert into model_price (model, from_at, prompt, generated, cache_read, cache_creation)
     values ('*', now() - interval '1 hour', 3000000, 15000000, 300000, 3750000)`,
  );
  const metadata = (of: { metadata: object }) => ({ ...of.metadata, user_api_key_user_email: user.email });
  const payloads = [openAiCall, anthropicCall, failedCall].map((call) => ({
    ...call,
    ...own,
    metadata: metadata(call),
  }));
  const bodies = [
    payloads.map((one) => JSON.stringify(one)).join("\n"),
    JSON.stringify(payloads),
    ...payloads.map((one) => JSON.stringify(one)),
  ];
  const answers: Taken[] = [];
  for (const body of bodies) {
    const headers = { "Content-Type": "application/json", ...options().headers };
    answers.push((await (await fetch(url, { method: "POST", headers, body })).json()) as Taken);
  }
  expect(answers.map(({ accepted, duplicates }) => [accepted, duplicates])).toEqual([
    [3, 0],
    [0, 3],
    [0, 1],
    [0, 1],
    [0, 1],
  ]);
  const rows = await db.query<Record<string, unknown>>(
    `select m.name as model, kind, prompt_tokens::int as prompt, generated_tokens::int as generated, cache_read_tokens::int as read,
       cache_creation_tokens::int as creation, coins::int as coins, completed, latency_ms as ms
     from usage_event e join usage_model m on m.id = e.model_id where e.tenant_id = $1 and latency_ms = 2500 order by e.id`,
    [user.tenantId],
  );
  expect(rows).toEqual([
    {
      model: "gpt-4o",
      kind: "chat",
      prompt: 86,
      generated: 300,
      read: 1_920,
      creation: 0,
      coins: 258 + 4_500 + 576,
      completed: true,
      ms: 2_500,
    },
    {
      ...{
        model: "bedrock/anthropic.claude-3-5-sonnet-20240620-v1-0",
        kind: "agent",
        prompt: 21,
        generated: 393,
        read: 188_086,
      },
      ...{ creation: 456, coins: 63 + 5_895 + 56_426 + 1_710, completed: true, ms: 2_500 },
    },
    {
      model: "gpt-4o",
      kind: "chat",
      prompt: 0,
      generated: 0,
      read: 0,
      creation: 0,
      coins: 0,
      completed: false,
      ms: 2_500,
    },
  ]);
  const [told] = await db.query<{ all: string }>(
    `select coalesce((select json_agg(e)::text from usage_event e), '') || coalesce((select json_agg(r)::text from usage_rejection r), '') as all`,
  );
  expect(told?.all).not.toContain("SECRET");
});
