import fc from "fast-check";
import { expect, test } from "vitest";
import { readEvent } from "~/usage/inside/intake/event";
import { contentOf } from "~/usage/inside/intake/event-content.server";
import { sampleOf } from "~/usage/inside/intake/rejection-sample";

const NUMBERS = [
  ...["calls", "prompt_tokens", "generated_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "coins"],
  ...["completed", "latency_ms", "batch_size", "gpus", "busy_pct"],
];
const ALL_FIELDS = ["key", "ts", "model", "user", "kind", ...NUMBERS, "client_version", "hold"];
const now = new Date("2026-03-31T12:00:00Z");
const TS = now.getTime() / 1000;
const good = { key: "e-1", ts: TS, model: "code-7b", user: "Ann@Test.example", kind: "chat" };
const read = (more: object) => readEvent({ ...good, ...more }, now);
const reasonOf = (more: object) => read(more).problem;

test("missing fields have their defaults, and texts are cleaned", () => {
  expect(read({}).event).toEqual({
    ...{
      key: "e-1",
      spareKey: null,
      begunKey: null,
      formerKey: null,
      ts: now.getTime(),
      model: "code-7b",
      user: "ann@test.example",
      kind: "chat",
      calls: 1,
    },
    ...{
      promptTokens: 0,
      generatedTokens: 0,
      cacheReadTokens: 0,
      cacheCreationTokens: 0,
      coins: null,
      completed: true,
    },
    ...{ latencyMs: null, batchSize: null, gpus: null, busyPct: null, clientVersion: null, hold: null },
  });
  expect(read({ key: "  e-2 ", user: "team-1" }).event).toMatchObject({ key: "e-2", user: "team-1" });
  expect(read({ ts: "2026-03-31T13:30:00.250+02:00" }).event?.ts).toBe(Date.parse("2026-03-31T11:30:00.250Z"));
});

test.each<[string, object, string]>([
  ["8 days old", { ts: TS - 8 * 86_400 }, "The event is older than 7 days."],
  ["a clock ahead", { ts: TS + 301 }, "The event lies in the future."],
  [
    "a day that no month has",
    { ts: "2026-02-30T00:00:00Z" },
    "ts must be epoch seconds, or a time with its zone such as 2026-01-31T13:45:00Z.",
  ],
  ["no model", { model: undefined }, "model is empty."],
  ["a model with a colon", { model: "claude:0" }, "model has characters that are not allowed."],
  ["a model of 81", { model: "x".repeat(81) }, "model has characters that are not allowed."],
  ["a model with a newline", { model: "a\nb" }, "model has characters that are not allowed."],
  ["a model that is a list", { model: ["code-7b"] }, "model has characters that are not allowed."],
  ["no user", { user: null }, "No user with this email."],
  ["a user with NUL", { user: "a\u0000@b.example" }, "No user with this email."],
  ["an unknown kind", { kind: "talk" }, "kind must be chat, agent or completion."],
  ["a kind of Object", { kind: "constructor" }, "kind must be chat, agent or completion."],
  ["0 calls", { calls: 0 }, "calls must be a whole number from 1 to 1000000000."],
  ["a text for a number", { prompt_tokens: "12" }, "prompt_tokens must be a whole number from 0 to 1000000000000."],
  ["a fraction", { generated_tokens: 1.5 }, "generated_tokens must be a whole number from 0 to 1000000000000."],
  ["less than 0", { coins: -1 }, "coins must be a whole number from 0 to 1000000000000."],
  ["too many", { coins: 1e12 + 1 }, "coins must be a whole number from 0 to 1000000000000."],
  [
    "a huge number",
    { cache_read_input_tokens: 1e308 },
    "cache_read_input_tokens must be a whole number from 0 to 1000000000000.",
  ],
  ["a truth for a number", { busy_pct: true }, "busy_pct must be a whole number from 0 to 100."],
  ["above 100 percent", { busy_pct: 101 }, "busy_pct must be a whole number from 0 to 100."],
  ["completed as text", { completed: "true" }, "completed must be true or false."],
  ["no key", { key: undefined }, "key must have 1 to 64 characters, without control characters."],
  ["a key of 65", { key: "k".repeat(65) }, "key must have 1 to 64 characters, without control characters."],
  ["a key with NUL", { key: "a\u0000b" }, "key must have 1 to 64 characters, without control characters."],
  ["half a character", { key: "a\ud800" }, "key must have 1 to 64 characters, without control characters."],
  [
    "a version of 41",
    { client_version: "v".repeat(41) },
    "client_version may have at most 40 characters, without control characters.",
  ],
  ["a hold that is none", { hold: "any" }, "hold must be the id of a hold."],
  [
    "a time without zone",
    { ts: "2026-03-31T12:00:00" },
    "ts must be epoch seconds, or a time with its zone such as 2026-01-31T13:45:00Z.",
  ],
  ["no time", { ts: undefined }, "ts must be epoch seconds, or a time with its zone such as 2026-01-31T13:45:00Z."],
  [
    "a time beyond all",
    { ts: 1e300 },
    "ts must be epoch seconds, or a time with its zone such as 2026-01-31T13:45:00Z.",
  ],
])("rejected: %s", (_what, more, reason) => {
  expect(reasonOf(more)).toBe(reason);
});

test("the limits themselves are good", () => {
  expect(reasonOf({ ts: TS - 7 * 86_400 })).toBeNull();
  expect(reasonOf({ ts: TS + 300 })).toBeNull();
  expect(reasonOf({ key: "🙂".repeat(64), model: "x".repeat(80), coins: 1e12, busy_pct: 100 })).toBeNull();
  expect(reasonOf({ model: "a/b_c.d-E9" })).toBeNull();
});

test("poisoned prototypes change nothing, and no value crashes the reader", () => {
  const poisoned: unknown = JSON.parse(
    `{"__proto__": ${JSON.stringify(good)}, "constructor": {"prototype": {"key": "x"}}}`,
  );
  expect(readEvent(poisoned, now).problem).toMatch(/^key must/);
  expect(Object.prototype).not.toHaveProperty("key");
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom(...Object.keys(good), "coins", "calls"), fc.anything()),
      (any, some) => {
        for (const given of [any, { ...good, ...some }, { ...some }]) {
          const { event, problem } = readEvent(given, now);
          expect(event !== null || typeof problem === "string").toBe(true);
          expect(() =>
            JSON.stringify(sampleOf(given), (_key, value: unknown) => (typeof value === "bigint" ? 0 : value)),
          ).not.toThrow();
        }
      },
    ),
  );
});

test("content: neither the order of fields nor explicit defaults matter, everything else does", () => {
  const hash = (more: object) => {
    const { event } = read(more);
    return event && contentOf(event);
  };
  const same = hash({});
  expect(hash({ calls: 1, completed: true, prompt_tokens: 0, unknown: "field" })).toBe(same);
  expect(readEvent(Object.fromEntries(Object.entries(good).reverse()), now).event).toEqual(read({}).event);
  for (const more of [
    { calls: 2 },
    { coins: 0 },
    { ts: TS - 1 },
    { user: "b@test.example" },
    { client_version: "1" },
    { gpus: 1 },
    { batch_size: 1 },
  ])
    expect([more, hash(more) === same]).toEqual([more, false]);
});

test("samples contain only known fields, and never free text", () => {
  const sample = sampleOf({ ...good, messages: ["a prompt"], response: "an answer", model: { text: "a prompt" } });
  expect(sample).toEqual({ ...good, model: "(an object)" });
  // The found value is shown: it tells the sender what to correct.
  const shown = { key: "gw_1/42:a", model: "claude:0+x", kind: "talk", ts: "2026-03-31 12:00", hold: "any" };
  expect(sampleOf({ ...shown, user: "Ännchen@tést.example", client_version: "1.2.3-beta" })).toEqual({
    ...{ ...shown, user: "Ännchen@tést.example", client_version: "1.2.3-beta" },
  });
  expect(sampleOf({ ...good, calls: 0, coins: -1, busy_pct: true, completed: 1 })).toEqual({
    ...{ ...good, calls: 0, coins: -1, busy_pct: true, completed: 1 },
  });
});

test("no field of a sample shows a text that may come from a prompt", () => {
  const texts = [
    "Write me a poem",
    "東京について教えてください",
    "My password is hunter2",
    "hello\u0000there",
    `Dear ann@test.example, ${"x".repeat(300)}`,
    "x".repeat(300),
    "\u202etxt.exe",
  ];
  const fields = Object.keys(sampleOf(Object.fromEntries(ALL_FIELDS.map((field) => [field, 1]))));
  expect(fields).toEqual(ALL_FIELDS);
  for (const text of texts)
    for (const field of ALL_FIELDS)
      expect(sampleOf({ [field]: text })).toEqual({ [field]: `(a text of ${[...text].length} characters)` });
  for (const field of NUMBERS) expect(sampleOf({ [field]: "12" })).toEqual({ [field]: "(a text of 2 characters)" });
});
