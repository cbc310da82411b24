import { beforeAll, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { readEvent } from "~/usage/inside/intake/event";
import { hashedKey } from "~/usage/inside/intake/foreign-key.server";
import { type Batch, judgeEvents } from "~/usage/inside/intake/judge-events.server";
import { sourceOfKey } from "~/usage/inside/intake/source-of-key.server";
import { storeBatches } from "~/usage/inside/intake/store-batches.server";
import { eventsIn } from "~/usage/sent-events.server";
import { openAiCall, textCompletion } from "../../support/lite-llm-payloads";
import { lockWaits } from "../../support/lock-waits";
import { spendRow } from "../../support/lite-llm-versions";
import { until } from "../../support/until";
import { aTenant } from "../../support/world";
import { aServiceKey, send, storedOf } from "./support/sending";

let key: string;
const end = Math.floor(Date.now() / 1000) - 100;

beforeAll(async () => {
  key = await aServiceKey(await aTenant({ role: "admin" }));
});

/** A call of a user, ended that number of seconds later than others. */
const aCall = (email: string, id: unknown, later: number, more: object = {}) => ({
  ...openAiCall,
  metadata: { ...openAiCall.metadata, user_api_key_user_email: email },
  ...{ id, startTime: end + later - 1, endTime: end + later },
  ...more,
});
const sendCalls = async (calls: object[]) => (await send(key, [], { json: calls })).body;

test("calls without an id are stored once each, however often they are sent again", async () => {
  const { email, tenantId } = await aTenant();
  const calls = [aCall(email, null, 0), aCall(email, null, 1), aCall(email, "", 2)];
  expect(await sendCalls(calls)).toMatchObject({ accepted: 3, duplicates: 0, rejected: [] });
  expect(await sendCalls(calls)).toMatchObject({ accepted: 0, duplicates: 3, rejected: [] });
  expect(await storedOf(tenantId)).toMatchObject({ events: 3 });
});

test("a repeated id of another call does not lose it: in one batch, later, and sent again", async () => {
  const { email, tenantId } = await aTenant();
  const calls = [aCall(email, 1, 0), aCall(email, 1, 5), aCall(email, 2, 6)];
  expect(await sendCalls(calls)).toMatchObject({ accepted: 3, duplicates: 0, rejected: [] });
  expect(await sendCalls(calls)).toMatchObject({ accepted: 0, duplicates: 3, rejected: [] });
  const restarted = [aCall(email, 1, 20), aCall(email, 2, 21)];
  expect(await sendCalls(restarted)).toMatchObject({ accepted: 2, duplicates: 0, rejected: [] });
  expect(await sendCalls([...restarted, ...calls])).toMatchObject({ accepted: 0, duplicates: 5, rejected: [] });
  expect(await storedOf(tenantId)).toMatchObject({ events: 5 });
});

test("a call in the callback and in the spend logs counts once, even if they name its user differently", async () => {
  const { email, tenantName, tenantId } = await aTenant();
  const call = aCall(email, "both-ways", 0);
  const row = {
    ...spendRow,
    ...{ request_id: "both-ways", user: tenantName, metadata: JSON.stringify({ status: "success" }) },
    startTime: new Date((end - 1) * 1000).toISOString(),
    endTime: new Date(end * 1000 + 1).toISOString(),
  };
  expect(await sendCalls([call])).toMatchObject({ accepted: 1, duplicates: 0 });
  expect(await sendCalls([row])).toMatchObject({ accepted: 0, duplicates: 1 });
  expect(
    await sendCalls([
      { ...call, id: "in-one" },
      { ...row, request_id: "in-one" },
    ]),
  ).toMatchObject({
    ...{ accepted: 1, duplicates: 1 },
  });
  expect(await storedOf(tenantId)).toMatchObject({ events: 2 });
});

test("a stream that is logged twice counts once: an id with the same start is the same call, whenever it ended", async () => {
  const { email, tenantId } = await aTenant();
  const began = (id: string, startMs: number, tookMs: number, more: object = {}) =>
    aCall(email, id, 0, { startTime: end + startMs / 1000, endTime: end + (startMs + tookMs) / 1000, ...more });
  const [first, again] = [began("stream", 0.4, 1250.2), began("stream", 0.4, 1260.7)];
  expect(await sendCalls([first, again])).toMatchObject({ accepted: 1, duplicates: 1, rejected: [] });
  expect(await sendCalls([again, first])).toMatchObject({ accepted: 0, duplicates: 2, rejected: [] });
  expect(await storedOf(tenantId)).toMatchObject({ events: 1 });
  expect(await sendCalls([began("stream", 60_000, 300)])).toMatchObject({ accepted: 1, duplicates: 0 });
});

test("calls of two users with one id at one moment are two calls: neither is free, in one batch or later", async () => {
  const [one, other, third] = [await aTenant(), await aTenant(), await aTenant()];
  const calls = [aCall(one.email, "cmpl-0", 0), aCall(other.email, "cmpl-0", 0)];
  expect(await sendCalls(calls)).toMatchObject({ accepted: 2, duplicates: 0, rejected: [] });
  expect(await sendCalls([aCall(third.email, "cmpl-0", 0)])).toMatchObject({ accepted: 1, duplicates: 0 });
  expect(await sendCalls([...calls, aCall(third.email, "cmpl-0", 0)])).toMatchObject({ accepted: 0, duplicates: 3 });
  for (const { tenantId } of [one, other, third]) expect(await storedOf(tenantId)).toMatchObject({ events: 1 });
});

test("a call that shares its id with another user's counts once in the callback and in the spend logs, to the microsecond", async () => {
  const [one, other] = [await aTenant(), await aTenant()];
  const micros = { startTime: end + 0.100_457, endTime: end + 0.871_623 };
  const calls = [one, other].map(({ email }) => aCall(email, "cmpl-7", 0, micros));
  const at = (fraction: string) => `${new Date(end * 1000).toISOString().slice(0, 19)}.${fraction}`;
  const rows = calls.map(({ metadata }) => ({
    ...{ ...spendRow, request_id: "cmpl-7", metadata: JSON.stringify(metadata) },
    ...{ startTime: at("100457"), endTime: at("871623") },
  }));
  expect(await sendCalls(calls)).toMatchObject({ accepted: 2, duplicates: 0, rejected: [] });
  expect(await sendCalls(rows)).toMatchObject({ accepted: 0, duplicates: 2, rejected: [] });
});

const tokensOf = async (tenantId: number) =>
  await db.query(`select sum(prompt_tokens + generated_tokens)::int as tokens from usage_event where tenant_id = $1`, [
    tenantId,
  ]);

test.each([
  ["a batch", "acreate_batch", "aretrieve_batch"],
  ["a response in the background", "aresponses", "aget_responses"],
])("%s is looked up often: its tokens count once, from when they are known", async (what, starts, looksUp) => {
  const { email, tenantId } = await aTenant();
  const call = (type: string, later: number, more: object = {}) => {
    const { metadata, ...made } = aCall(email, what, later, { call_type: type, ...more });
    return { ...made, metadata: { ...metadata, usage_object: null } };
  };
  const none = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, response: {} };
  const [begun, waiting, done] = [call(starts, 0, none), call(looksUp, 5, none), call(looksUp, 20)];
  expect(await sendCalls([begun, waiting])).toMatchObject({ accepted: 1, duplicates: 1, rejected: [] });
  expect(await sendCalls([call(looksUp, 10, none), done])).toMatchObject({ accepted: 1, duplicates: 1, rejected: [] });
  expect(await sendCalls([call(looksUp, 30), call(looksUp, 40)])).toMatchObject({ accepted: 0, duplicates: 2 });
  expect(await sendCalls([begun, waiting, done])).toMatchObject({ accepted: 0, duplicates: 3, rejected: [] });
  expect(await tokensOf(tenantId)).toEqual([{ tokens: 2_306 }]);
});

const NO_TOKENS = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, response: {} };
const without = (call: ReturnType<typeof aCall>) => ({ ...call, metadata: { ...call.metadata, usage_object: null } });

test("a call hides no other behind an id that its caller chose: a dearer one is paid, and two without an answer are two", async () => {
  const { email, tenantId } = await aTenant();
  const embeds = (id: string, prompt: number, tookMs: number) => ({
    ...without(aCall(email, id, 0, { call_type: "aembedding", response: {} })),
    ...{ startTime: end, endTime: end + tookMs / 1000 },
    ...{ prompt_tokens: prompt, completion_tokens: 0, total_tokens: prompt },
  });
  const calls = [embeds("mine", 1, 20), embeds("mine", 900_000, 700), embeds("mine", 900_000, 800)];
  expect(await sendCalls(calls)).toMatchObject({ accepted: 3, duplicates: 0, rejected: [] });
  expect(await sendCalls(calls)).toMatchObject({ accepted: 0, duplicates: 3, rejected: [] });
  expect(await sendCalls([embeds("later", 1, 20)])).toMatchObject({ accepted: 1 });
  expect(await sendCalls([embeds("later", 200_000, 20)])).toMatchObject({ accepted: 1 });
  expect(await tokensOf(tenantId)).toEqual([{ tokens: 2_000_001 }]);
});

test("a call of a dear model is paid although one of a cheap model has its id, time and tokens", async () => {
  const { email, tenantId } = await aTenant();
  const of = (id: string, later: number) =>
    ["cheap", "dear"].map((model_group) => aCall(email, id, later, { model_group }));
  const [calls, apart] = [of("two-models", 0), of("apart", 1)];
  expect(await sendCalls(calls)).toMatchObject({ accepted: 2, duplicates: 0, rejected: [] });
  for (const call of apart) expect(await sendCalls([call])).toMatchObject({ accepted: 1, duplicates: 0 });
  expect(await sendCalls([...calls, ...apart])).toMatchObject({ accepted: 0, duplicates: 4, rejected: [] });
  expect(await storedOf(tenantId)).toMatchObject({ events: 4 });
});

test.each([
  ["from the gateway's cache", { cache_hit: true, response_cost: 0 }],
  ["that failed", { status: "failure", response_cost: 0 }],
])("a free call %s hides no paid one behind its id, time and tokens", async (what, free) => {
  const { email, tenantId } = await aTenant();
  const of = (later: number) => [free, {}].map((more) => aCall(email, `${what} ${later}`, later, more));
  const [calls, apart] = [of(0), of(1)];
  expect(await sendCalls(calls)).toMatchObject({ accepted: 2, duplicates: 0, rejected: [] });
  for (const call of apart) expect(await sendCalls([call])).toMatchObject({ accepted: 1, duplicates: 0 });
  expect(await sendCalls([...calls, ...apart])).toMatchObject({ accepted: 0, duplicates: 4, rejected: [] });
  expect(await storedOf(tenantId)).toMatchObject({ events: 4 });
  const [begun, read] = [free, { call_type: "aget_responses" }].map((more) => aCall(email, `resp ${what}`, 0, more));
  expect(await sendCalls([begun ?? {}])).toMatchObject({ accepted: 1 });
  expect(await sendCalls([read ?? {}])).toMatchObject({ accepted: 1 });
});

test("a stream whose first log had only a part of it is paid whole, once", async () => {
  const { email, tenantId } = await aTenant();
  const part = (id: string, tookMs: number, generated: number) => ({
    ...without(aCall(email, id, 0, { response: {}, completion_tokens: generated, total_tokens: 2_006 + generated })),
    ...{ startTime: end, endTime: end + tookMs / 1000 },
  });
  const [begun, whole] = [part("stream part", 300, 10), part("stream part", 900, 300)];
  expect(await sendCalls([begun, whole])).toMatchObject({ accepted: 2, rejected: [] });
  for (const again of [[whole], [whole, begun]])
    expect(await sendCalls(again)).toMatchObject({ accepted: 0, duplicates: again.length, rejected: [] });
  expect(await tokensOf(tenantId)).toEqual([{ tokens: 2_306 }]);
});

function batchOf(sourceId: number, calls: object[]): Batch {
  const receivedAt = new Date();
  return { sourceId, receivedAt, events: (eventsIn(calls) ?? []).map((one) => readEvent(one, receivedAt)) };
}

/** A log of a stream that ends and has generated so much. Its call began with the others. */
const aPart = (email: string, id: string, tookMs: number, generated: number) => ({
  ...without(aCall(email, id, 0, { response: {}, completion_tokens: generated, total_tokens: 2_006 + generated })),
  ...{ startTime: end, endTime: end + tookMs / 1000 },
});

test("streams that begin at one moment are each paid whole and counted as one call, though each was logged with a part before", async () => {
  const { email, tenantId } = await aTenant();
  const logs = [10, 300].flatMap((generated) =>
    [1, 2, 3].map((one) => aPart(email, `together ${one}`, 3 * generated + 10 * one, generated)),
  );
  for (const log of logs) expect(await sendCalls([log])).toMatchObject({ accepted: 1 });
  expect(await tokensOf(tenantId)).toEqual([{ tokens: 3 * 2_306 }]);
  expect(await db.query(`select sum(calls)::int as calls from usage_event where tenant_id = $1`, [tenantId])).toEqual([
    { calls: 3 },
  ]);
  expect(await sendCalls(logs)).toMatchObject({ accepted: 0, duplicates: 6, rejected: [] });
});

test.each<[what: string, parts: [tookMs: number, generated: number][]]>([
  [
    "a part of a long stream that arrives after the whole",
    [
      [95_000, 300],
      [300, 10],
    ],
  ],
  [
    "logs before the first token, once a third shows what was generated",
    [
      [1_000, 0],
      [9_000, 300],
      [5_000, 0],
    ],
  ],
])("%s: one call", async (what, parts) => {
  const { email, tenantId } = await aTenant();
  for (const [tookMs, generated] of parts) await sendCalls([aPart(email, what, tookMs, generated)]);
  expect(await tokensOf(tenantId)).toEqual([{ tokens: 2_306 }]);
});

test("a log that is rejected takes nothing from the next one of its call", async () => {
  const { email, tenantId } = await aTenant();
  const [whole, other] = [aPart(email, "rejected part", 90_000, 300), aCall(email, "rejected part", -50)];
  const ahead = aPart(email, "rejected part", 900_000, 200);
  await sendCalls([other]);
  expect(await sendCalls([ahead, whole])).toMatchObject({ accepted: 1, rejected: [{ index: 0 }] });
  expect(await tokensOf(tenantId)).toEqual([{ tokens: 2_306 + 386 }]);
});

test("cached tokens that a call's first log lacks are charged as cached", async () => {
  const { email, tenantId } = await aTenant();
  const whole = aCall(email, "cached later", 0);
  const unaware = without(aCall(email, "cached later", 0, { response: {}, prompt_tokens: 0, total_tokens: 300 }));
  for (const call of [unaware, whole, whole]) await sendCalls([call]);
  expect(
    await db.query(
      `select sum(prompt_tokens)::int as prompt, sum(cache_read_tokens)::int as read, sum(generated_tokens)::int as generated
       from usage_event where tenant_id = $1`,
      [tenantId],
    ),
  ).toEqual([{ prompt: 86, read: 1_920, generated: 300 }]);
});

test("a stream whose id another user's call has is paid once, though it was logged with a part before", async () => {
  const users = [await aTenant(), await aTenant()];
  const logs = [10, 300].flatMap((generated) =>
    users.map(({ email }) => aPart(email, "of two users", 3 * generated, generated)),
  );
  for (const batch of [[logs[0]], [logs[1]], [logs[2]], [logs[3]], logs]) await sendCalls(batch as object[]);
  for (const { tenantId } of users) expect(await tokensOf(tenantId)).toEqual([{ tokens: 2_306 }]);
});

test("two logs of a call that are stored at the same time are paid once", async () => {
  const { email, tenantId, userId } = await aTenant();
  const sourceId = await sourceOfKey({ key: { keyId: 0, kind: "full", sourceId: null }, userId, now: new Date() });
  const store = async (call: object) => await storeBatches([batchOf(sourceId, [call])]);
  await store(aPart(email, "race", 300, 10));
  const { stored } = await transaction(async (tx) => {
    await tx.query(`select from coin_meter where tenant_id = $1 for update`, [tenantId]);
    const storing = Promise.all([store(aPart(email, "race", 600, 150)), store(aPart(email, "race", 900, 300))]);
    await until("both wait", async () => (await lockWaits()) === 2);
    return { stored: storing };
  });
  await stored;
  expect(await tokensOf(tenantId)).toEqual([{ tokens: 2_306 }]);
});

test.each([
  ["calls with one id and minute", (email: string, n: number) => [aCall(email, "fixed", n / 10)], "acompletion"],
  [
    "responses whose ids failed calls had before",
    (email: string, n: number) => [aCall(email, `resp_${n}`, n, { status: "failure", response_cost: 0 })],
    "aget_responses",
  ],
])("%s are judged by reading the user's events a few times, not once for each", async (_what, callsOf, call_type) => {
  const { email, userId } = await aTenant();
  const calls = Array.from({ length: 300 }, (_, n) => callsOf(email, n)).flat();
  expect(await sendCalls(calls)).toMatchObject({ accepted: 300 });
  const [source] = await db.query<{ id: number }>(
    `select source_id as id from usage_event where user_id = $1 limit 1`,
    [userId],
  );
  const read = await transaction(async (tx) => {
    await judgeEvents(
      tx,
      [
        batchOf(
          source?.id ?? 0,
          calls.map((call) => ({ ...call, call_type, status: "success" })),
        ),
      ],
      false,
    );
    const [rows] = await tx.query<{ read: number }>(
      `select sum(seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname ~ '^usage_event_\\d'`,
    );
    return rows?.read;
  });
  expect(read).toBeLessThan(10 * 300);
});

test("the rest of a call that an earlier version counted under the key of the whole is not counted again", async () => {
  const { email, tenantId } = await aTenant();
  const whole = aPart(email, "rest before", 900, 300);
  expect(await sendCalls([aPart(email, "rest before", 300, 10)])).toMatchObject({ accepted: 1 });
  const former = hashedKey("made", [end * 1000, end * 1000 + 900, whole.model_group, email, 2_006, 300, 0, 0]);
  const rest = {
    key: former,
    ts: end + 0.9,
    model: whole.model_group,
    user: email,
    kind: "chat",
    generated_tokens: 290,
  };
  expect((await send(key, [rest])).body).toMatchObject({ accepted: 1 });
  expect(await sendCalls([whole])).toMatchObject({ accepted: 0, duplicates: 1 });
  expect(await tokensOf(tenantId)).toEqual([{ tokens: 2_306 }]);
});

test.each([true, false])(
  "a call whose logs grow is paid once, also as a row of the spend logs (one batch: %s)",
  async (isOne) => {
    const { email, tenantName, tenantId } = await aTenant();
    const log = (tookMs: number, generated: number) => ({
      ...without(aCall(email, `grows ${isOne}`, 0, { response: {}, completion_tokens: generated })),
      ...{ startTime: end, endTime: end + tookMs / 1000, total_tokens: 2_006 + generated },
    });
    const [begun, more, whole] = [log(300, 10), log(600, 150), log(900, 300)];
    const logs = [begun, more, whole, { ...whole, user: tenantName, api_key: "k", metadata: {} }];
    for (const batch of isOne ? [logs] : logs.map((one) => [one])) await sendCalls(batch);
    expect(await tokensOf(tenantId)).toEqual([{ tokens: 2_306 }]);
    expect(await sendCalls([...logs].reverse())).toMatchObject({ accepted: 0, duplicates: 4, rejected: [] });
  },
);

test.each([
  ["a batch", "acreate_batch", "aretrieve_batch"],
  ["a response in the background", "aresponses", "aget_responses"],
])("%s is paid by who began it, whoever reads it first, also the master key", async (what, starts, looksUp) => {
  const [maker, reader] = [await aTenant(), await aTenant()];
  const begun = (id: string) => without(aCall(maker.email, id, 0, { call_type: starts, ...NO_TOKENS }));
  const read = (id: string, later: number, more: object = {}) =>
    without(aCall(reader.email, id, later, { call_type: looksUp, ...more }));
  const [first, together, unseen] = [`${what} 1`, `${what} 2`, `${what} 3`];
  expect(await sendCalls([begun(first)])).toMatchObject({ accepted: 1 });
  expect(await sendCalls([read(first, 5, NO_TOKENS), read(first, 9)])).toMatchObject({ accepted: 1, duplicates: 1 });
  expect(await sendCalls([read(together, 9), begun(together)])).toMatchObject({ accepted: 2, rejected: [] });
  expect(await tokensOf(maker.tenantId)).toEqual([{ tokens: 4_612 }]);
  expect(await tokensOf(reader.tenantId)).toEqual([{ tokens: null }]);
  const nobody = { ...textCompletion.metadata, usage_object: null };
  const byMaster = { ...read(unseen, 20), end_user: null, metadata: nobody };
  expect(await sendCalls([byMaster])).toMatchObject({ accepted: 0, rejected: [{ key: expect.any(String) }] });
  expect(await sendCalls([begun(unseen), byMaster])).toMatchObject({ accepted: 2, rejected: [] });
  expect(await tokensOf(maker.tenantId)).toEqual([{ tokens: 6_918 }]);
  expect(await sendCalls([read(`${what} of others`, 9)])).toMatchObject({ accepted: 1 });
  expect(await tokensOf(reader.tenantId)).toEqual([{ tokens: 2_306 }]);
});

test("a batch counts once under all ids that LiteLLM has for it: the provider's, its own, and that of the cost", async () => {
  const { email, tenantId } = await aTenant();
  const plain = "batch_6a80b55c8858819090";
  const wrapped = Buffer.from(`litellm_proxy;model_id:df6a8a76;llm_batch_id:${plain}`).toString("base64url");
  const begun = without(aCall(email, wrapped, 0, { call_type: "acreate_batch", ...NO_TOKENS }));
  const read = (id: string, later: number) => without(aCall(email, id, later, { call_type: "aretrieve_batch" }));
  const calls = [begun, ...[wrapped, plain, `${plain}_batch_cost`].map((id, at) => read(id, 10 * at))];
  expect(await sendCalls(calls)).toMatchObject({ accepted: 2, duplicates: 2, rejected: [] });
  expect(await tokensOf(tenantId)).toEqual([{ tokens: 2_306 }]);
});

test.each([
  ["its id", "batch_mine", (id: string) => id],
  ["its key", "batch_hashed", (id: string) => hashedKey("result", [id])],
])("a batch is paid although its maker gave %s to another call before", async (_what, id, chosen) => {
  const { email, tenantId } = await aTenant();
  const begun = without(aCall(email, id, 0, { call_type: "acreate_batch", ...NO_TOKENS }));
  const small = { ...NO_TOKENS, call_type: "aembedding", prompt_tokens: 1, total_tokens: 1 };
  const read = (later: number) => without(aCall(email, id, later, { call_type: "aretrieve_batch" }));
  const calls = [begun, without(aCall(email, chosen(id), 5, small)), read(10), read(20)];
  expect(await sendCalls(calls)).toMatchObject({ accepted: 3, duplicates: 1, rejected: [] });
  expect(await tokensOf(tenantId)).toEqual([{ tokens: 2_307 }]);
});

test.each([
  ["batch_before", "aretrieve_batch"],
  ["resp_before", "aresponses"],
])("%s, counted when its key was its plain id, is known when it is read or sent again", async (id, type) => {
  const { email, tenantId } = await aTenant();
  const read = (later: number, more = {}) => without(aCall(email, id, later, { call_type: type, ...more }));
  // The keys of other calls are as those of results were.
  expect(await sendCalls([read(0, { call_type: "acompletion" })])).toMatchObject({ accepted: 1 });
  const again = without(aCall(email, id, 20, { call_type: type.replace(/^aresponses/, "aget_responses") }));
  expect(await sendCalls([read(0), again])).toMatchObject({ accepted: 0, duplicates: 2, rejected: [] });
  expect(await sendCalls([again, read(0)])).toMatchObject({ accepted: 0, duplicates: 2, rejected: [] });
  expect(await tokensOf(tenantId)).toEqual([{ tokens: 2_306 }]);
});

test.each([
  ["after it was answered", [0, 1, 2]],
  ["before the log of its answer arrives", [1, 0, 2]],
])("a response that is read again %s counts once, in one batch or several", async (what, order) => {
  const { email, tenantId } = await aTenant();
  const types = ["aresponses", "aget_responses", "acancel_responses"];
  const calls = (id: string) => order.map((at) => aCall(email, id, at * 30, { call_type: types[at] }));
  expect(await sendCalls(calls(`resp ${what}`))).toMatchObject({ accepted: 1, duplicates: 2, rejected: [] });
  for (const call of calls(`resp alone ${what}`)) await sendCalls([call]);
  expect(await storedOf(tenantId)).toMatchObject({ events: 2 });
});

test("a repeated id with an impossible time refuses that call alone", async () => {
  const { email } = await aTenant();
  expect(await sendCalls([aCall(email, "no-time", 0)])).toMatchObject({ accepted: 1 });
  const answer = await sendCalls([aCall(email, "no-time", 0, { endTime: -5e11 }), aCall(email, "a-time", 1)]);
  expect(answer).toMatchObject({ accepted: 1, rejected: [{ index: 0, key: "no-time" }] });
});

test("NaN in one call of a batch refuses only that call", async () => {
  const { email, tenantId } = await aTenant();
  const good = JSON.stringify(aCall(email, "nan-good", 0));
  const bad = JSON.stringify(aCall(email, "nan-bad", 1, { saved_cache_cost: 7 }));
  const body = `[${good},${bad.replace('"saved_cache_cost":7', '"saved_cache_cost":NaN')}]`;
  const answer = await send(key, [], { body, json: undefined, headers: { "Content-Type": "application/json" } });
  expect([answer.status, answer.body]).toMatchObject([200, { accepted: 1, rejected: [{ index: 1, key: "nan-bad" }] }]);
  expect(await storedOf(tenantId)).toMatchObject({ events: 1 });
});
