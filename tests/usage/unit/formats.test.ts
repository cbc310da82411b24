import { expect, test } from "vitest";
import { BEGUN_KEY, FORMER_KEY, SPARE_KEY } from "~/usage/inside/intake/event";
import { eventsIn, valueInText } from "~/usage/sent-events.server";
import { anthropicCall, failedCall, openAiCall, textCompletion } from "../../support/lite-llm-payloads";

const eventsOf = (text: string) => {
  const value = valueInText(text);
  return value === undefined ? undefined : eventsIn(value);
};

test("an OpenAI call as LiteLLM logs it: cached tokens do not count as prompt tokens", () => {
  expect(eventsOf(JSON.stringify([openAiCall]))).toEqual([
    {
      [SPARE_KEY]: expect.stringMatching(/^made:/),
      [BEGUN_KEY]: null,
      [FORMER_KEY]: null,
      key: "chatcmpl-BxAmpleOpenAi0001",
      ts: 1_774_958_402.871,
      model: "gpt-4o",
      user: "ann@test.example",
      kind: "chat",
      prompt_tokens: 2_006 - 1_920,
      generated_tokens: 300,
      cache_read_input_tokens: 1_920,
      cache_creation_input_tokens: 0,
      completed: true,
      latency_ms: 2_656,
      hold: null,
    },
  ]);
});

test("a call of Anthropic: tokens written to the cache, usage in the answer, a hold and a kind in the metadata", () => {
  expect(eventsOf(JSON.stringify(anthropicCall))).toMatchObject([
    {
      model: "bedrock/anthropic.claude-3-5-sonnet-20240620-v1-0",
      user: "dev-7",
      kind: "agent",
      prompt_tokens: 21,
      generated_tokens: 393,
      cache_read_input_tokens: 188_086,
      cache_creation_input_tokens: 456,
      hold: "7b1f0a52-3c5e-4a55-9d0e-0b7c1f2a9e10",
    },
  ]);
});

test("a failed call, and a text completion of an end user of the master key", () => {
  expect(eventsOf([failedCall, textCompletion].map((one) => JSON.stringify(one)).join("\n"))).toMatchObject([
    { completed: false, generated_tokens: 0, user: "ann@test.example" },
    { completed: true, kind: "completion", user: "end-user-3", hold: null, model: "starcoder2" },
  ]);
});

test("a count that is not a number is left for the intake to reject; a missing start only omits the latency", () => {
  const [call] = eventsOf(JSON.stringify({ ...openAiCall, prompt_tokens: "2006 tokens", startTime: 0 })) ?? [];
  expect(call).toMatchObject({ prompt_tokens: "2006 tokens", generated_tokens: 300, latency_ms: null });
});

test("the converted call contains no text of a prompt or an answer", () => {
  const made = JSON.stringify(eventsOf(JSON.stringify([openAiCall, anthropicCall, failedCall, textCompletion])));
  expect(JSON.stringify([openAiCall, anthropicCall])).toContain("SECRET");
  expect(made).not.toContain("SECRET");
});

const cloudEvent = {
  specversion: "1.0",
  type: "model.call",
  id: "42",
  source: "gateway-1",
  subject: "ann@test.example",
  time: "2026-03-31T12:00:00Z",
  data: { model: "code-7b", kind: "chat", coins: 5, key: "not this", ts: 1 },
};

test("a CloudEvent: id and source are the key, subject the user, time the moment, data the rest", () => {
  const own = {
    model: "code-7b",
    kind: "chat",
    coins: 5,
    key: "gateway-1 42",
    ts: cloudEvent.time,
    user: cloudEvent.subject,
  };
  expect(eventsOf(JSON.stringify(cloudEvent))).toEqual([own]);
  expect(eventsOf(JSON.stringify([cloudEvent, cloudEvent]))).toEqual([own, own]);
  const { data, ...rest } = cloudEvent;
  const base64 = { ...rest, data_base64: Buffer.from(JSON.stringify(data)).toString("base64") };
  expect(eventsOf(JSON.stringify(base64))).toEqual([own]);
  expect(eventsOf(JSON.stringify({ ...cloudEvent, specversion: "0.3" }))).toMatchObject([
    { problem: "specversion must be 1.0." },
  ]);
});

test("a name that fits no key becomes a hash: stable, and distinct for others", () => {
  const keyOf = (source: string, id: string) =>
    (eventsOf(JSON.stringify({ ...cloudEvent, source, id })) as { key: string }[])[0]?.key ?? "";
  const long = "https://gateway.example/" + "x".repeat(60);
  expect(keyOf(long, "1")).toBe(keyOf(long, "1"));
  expect(keyOf(long, "1")).toMatch(/^sha256:[\w-]{43}$/);
  const names = [
    keyOf(long, "1"),
    keyOf(long, "2"),
    keyOf("a b", "c"),
    keyOf("a", "b c"),
    keyOf("a", "b"),
    keyOf("ä", "b"),
  ];
  expect(new Set(names).size).toBe(names.length);
  expect(keyOf("a", "")).toBe("");
});

test.each([
  ["a number", "7", null],
  ["nothing", "null", null],
  ["an object without events", `{"any":1}`, null],
  ["events that are no list", `{"events":{"0":1}}`, null],
  ["our own batch", `{"events":[1]}`, [1]],
  ["a list", `[{"key":"a"},null]`, [{ key: "a" }, null]],
  ["lines", `{"key":"a"}\r\n\n{"key":"b"}\n`, [{ key: "a" }, { key: "b" }]],
  ["a body that is cut off", `{"events":[{"key":"a"},{"k`, undefined],
  ["a list with an event on each line that is cut off", `{"events": [\n{"key":"a"},\n{"key":"b"}\n`, undefined],
  ["the same without a name", `[\n{"key":"a"},\n{"key":"b"}`, undefined],
  ["the same from its first event on", `[{"key":"a"},\n{"key":"b"}`, undefined],
  ["a body over several lines that is cut off", `{\n  "events": [\n    {\n      "key": "a"\n    },\n    {`, undefined],
  ["a list of lines that is cut off", `[\n{"key":"a"},\n{"key":"b"}`, undefined],
  ["a batch of lines that is cut off", `{"events":[{"key":"a"},\n{"key":"b"}`, undefined],
  ["lines without an event", `1\n"a"\n{"key":`, undefined],
])("%s", (_what, text, events) => {
  expect(eventsOf(text)).toEqual(events);
});
