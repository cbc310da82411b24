import { expect, test } from "vitest";
import { readEvent } from "~/usage/inside/intake/event";
import { eventsIn, valueInText } from "~/usage/sent-events.server";
import { anthropicCall, failedCall, openAiCall } from "../../support/lite-llm-payloads";
import { PAYLOADS, spendRow } from "../../support/lite-llm-versions";

const NOW = new Date("2026-03-31T12:01:00Z");
const readText = (text: string) => (eventsIn(valueInText(text)) ?? []).map((one) => readEvent(one, NOW));
const read = (given: unknown) => {
  const [one] = readText(JSON.stringify([given]));
  if (!one) throw new Error("nothing was read");
  return one;
};
const eventOf = (given: unknown) => {
  const { event, problem } = read(given);
  expect(problem).toBe(null);
  return event;
};
const withUsage = (prompt: number, usage: object) => ({
  ...openAiCall,
  prompt_tokens: prompt,
  completion_tokens: 40,
  metadata: { ...openAiCall.metadata, usage_object: usage },
});

test.each(PAYLOADS)("$version: the tokens of $what add up", ({ payload, tokens }) => {
  const event = eventOf(payload);
  const { promptTokens, generatedTokens, cacheReadTokens, cacheCreationTokens } = event ?? {};
  expect([promptTokens, generatedTokens, cacheReadTokens, cacheCreationTokens]).toEqual(tokens);
  expect(event?.user).toBe("ann@test.example");
});

test.each([
  [
    "reads alone are in the prompt",
    5206,
    { cache_read_input_tokens: 5200, cache_creation_input_tokens: 300 },
    [6, 5200, 300],
  ],
  ["both are in the prompt", 5506, { cache_read_input_tokens: 5200, cache_creation_input_tokens: 300 }, [6, 5200, 300]],
  ["neither is in the prompt", 6, { cache_read_input_tokens: 5200, cache_creation_input_tokens: 300 }, [6, 5200, 300]],
  ["a first call writes all", 306, { cache_read_input_tokens: 0, cache_creation_input_tokens: 300 }, [6, 0, 300]],
  ["writes alone are apart", 6, { cache_creation_input_tokens: 300 }, [6, 0, 300]],
  [
    "texts counted apart say that the writes are not in it",
    6000,
    {
      prompt_tokens: 6000,
      cache_read_input_tokens: 5200,
      cache_creation_input_tokens: 300,
      prompt_tokens_details: { text_tokens: 800 },
    },
    [800, 5200, 300],
  ],
  ["OpenAI", 2006, { prompt_tokens_details: { cached_tokens: 1920 } }, [86, 1920, 0]],
  ["OpenAI's responses", 2006, { input_tokens: 2006, input_tokens_details: { cached_tokens: 1920 } }, [86, 1920, 0]],
  ["Anthropic's own words", 6000, { input_tokens: 6000, cache_read_input_tokens: 5200 }, [6000, 5200, 0]],
  ["Bedrock's own words", 9, { inputTokens: 9, cacheReadInputTokens: 70, cacheWriteInputTokens: 5 }, [9, 70, 5]],
  ["Gemini's own words", 100, { promptTokenCount: 100, cachedContentTokenCount: 90 }, [10, 90, 0]],
  [
    "OpenAI's realtime",
    0,
    { input_tokens: 132, output_tokens: 40, input_token_details: { text_tokens: 119, cached_tokens: 64 } },
    [68, 64, 0],
  ],
  ["Moonshot's own words", 1000, { prompt_tokens: 1000, cached_tokens: 900 }, [100, 900, 0]],
  ["Nova's own words", 9, { inputTokens: 9, cacheReadInputTokenCount: 70, cacheWriteInputTokenCount: 5 }, [9, 70, 5]],
  ["details that are JSON text", 2006, { prompt_tokens_details: '{"cached_tokens":1920}' }, [86, 1920, 0]],
  ["numbers as text", 2006, { prompt_tokens_details: { cached_tokens: "1920" } }, [86, 1920, 0]],
  ["all is cached", 100, { prompt_tokens_details: { cached_tokens: 100 } }, [0, 100, 0]],
])("cached tokens: %s", (_what, prompt, usage, [fresh, cached, written]) => {
  expect(eventOf(withUsage(prompt, usage))).toMatchObject({
    promptTokens: fresh,
    cacheReadTokens: cached,
    cacheCreationTokens: written,
  });
});

test("thoughts and the answers of tools count, which Gemini counts apart", () => {
  const usage = {
    candidatesTokenCount: 100,
    thoughtsTokenCount: 400,
    promptTokenCount: 50,
    toolUsePromptTokenCount: 7,
  };
  const call = { ...withUsage(0, usage), completion_tokens: 0 };
  expect(eventOf(call)).toMatchObject({ promptTokens: 57, generatedTokens: 500 });
});

test.each([
  ["in the total alone", 9, 135, "completion_tokens_details", 103],
  ["in the total alone, without an answer", 0, 126, "output_tokens_details", 94],
  ["in the generated tokens", 103, 135, "completion_tokens_details", 103],
])("reasoning counts once: %s", (_, generated, total, details, counted) => {
  const counts = { prompt_tokens: 32, completion_tokens: generated, total_tokens: total };
  const call = withUsage(32, { ...counts, [details]: { reasoning_tokens: 94 } });
  expect(eventOf({ ...call, ...counts })?.generatedTokens).toBe(counted);
});

test("a call that tells only its total, as of embeddings, is not free", () => {
  const none = {
    prompt_tokens: 0,
    completion_tokens: 0,
    response: {},
    metadata: { ...openAiCall.metadata, usage_object: null },
  };
  expect(eventOf({ ...openAiCall, ...none, total_tokens: 500 })).toMatchObject({
    promptTokens: 500,
    generatedTokens: 0,
  });
  const voyage = { response: { usage: { total_tokens: 500 } }, total_tokens: null };
  expect(eventOf({ ...openAiCall, ...none, ...voyage })).toMatchObject({ promptTokens: 500, generatedTokens: 0 });
  const gemini = { response: { usageMetadata: { promptTokenCount: 50, candidatesTokenCount: 7 } } };
  expect(eventOf({ ...openAiCall, ...none, ...gemini })).toMatchObject({ promptTokens: 50, generatedTokens: 7 });
});

test("counts and times that an export wrote as text are read", () => {
  const text = {
    prompt_tokens: "2006",
    completion_tokens: "300",
    startTime: "1774958400.215",
    endTime: "1774958402.871",
  };
  expect(eventOf({ ...openAiCall, ...text })).toEqual(eventOf(openAiCall));
  expect(read({ ...openAiCall, completion_tokens: "300.5" }).problem).toMatch(/^generated_tokens must be a whole/);
});

test("metadata that cannot be read refuses the call: it says who pays, and what was cached", () => {
  const python = "{'user_api_key_user_email': 'ann@test.example'}";
  for (const metadata of [python, JSON.stringify(openAiCall.metadata).slice(0, -9), [1], 7])
    for (const call of [
      { ...openAiCall, metadata, end_user: "bob@test.example" },
      { ...spendRow, metadata },
    ])
      expect(read(call)).toMatchObject({
        event: null,
        key: openAiCall.id,
        problem: "metadata is not JSON of an object.",
      });
  const usage = { ...openAiCall.metadata, usage_object: python };
  expect(read({ ...openAiCall, metadata: usage }).problem).toBe("metadata is not JSON of an object.");
});

test("a name that Python wrote for none names nobody", () => {
  const metadata = {
    ...openAiCall.metadata,
    user_api_key_user_email: "None",
    user_api_key_user_id: "ann@test.example",
  };
  expect(eventOf({ ...openAiCall, metadata })?.user).toBe("ann@test.example");
});

test("what another program logs of a call, with its counts elsewhere, is not taken for a free call", () => {
  const { startTime, endTime, model, metadata } = openAiCall;
  const langfuse = {
    id: "obs-1",
    type: "GENERATION",
    startTime,
    endTime,
    model,
    metadata,
    usage: { input: 9, output: 2 },
  };
  expect(read(langfuse)).toMatchObject({ event: null, problem: expect.any(String) });
});

test("no form of cached counts makes a prompt negative or larger than it is", () => {
  for (const prompt of [0, 1, 5, 100, 5206])
    for (const readTokens of [0, 1, 90, 5200])
      for (const written of [0, 1, 300]) {
        const usage = { cache_read_input_tokens: readTokens, cache_creation_input_tokens: written };
        const { promptTokens = -1 } = eventOf(withUsage(prompt, usage)) ?? {};
        expect(promptTokens).toBeGreaterThanOrEqual(0);
        expect(promptTokens).toBeLessThanOrEqual(prompt);
      }
});

/** Metadata of the master key, and of no key: neither has a name or a team. */
const bare = {
  ...openAiCall.metadata,
  ...{ user_api_key_user_email: null, user_api_key_user_id: null, user_api_key_hash: null },
  ...{ user_api_key_alias: null, user_api_key_team_id: null, user_api_key_team_alias: null },
};
const ofNobody = { ...bare, user_api_key_hash: "9e107d9d372bb6826bd81d3542a419d6" };
const ofAdmin = { ...ofNobody, user_api_key_user_id: "default_user_id" };

test.each([
  ["a key of nobody", { end_user: "bob@test.example" }, ofNobody],
  ["a key of nobody, of an older version", { user: "bob@test.example" }, ofNobody],
  ["a key of nobody, in a row", { api_key: "9e10", user: "", end_user: "bob@test.example" }, ofNobody],
  ["a key that the admin made for others", {}, { ...ofAdmin, user_api_key_alias: "chat-site" }],
  ["a team's key of the admin", {}, { ...ofAdmin, user_api_key_team_id: "team-1" }],
  ["an organization's key of the admin", {}, { ...ofAdmin, user_api_key_org_id: "org-1" }],
  ["a project's key of the admin", {}, { ...ofAdmin, user_api_key_project_id: "project-1" }],
  ["an agent's key of the admin", {}, { ...ofAdmin, user_api_key_agent_id: "agent-1" }],
  [
    "a row of an organization's key",
    { api_key: "9e10", user: "default_user_id", organization_id: "o" },
    { status: "success" },
  ],
  ["a token that names its team alone", {}, { ...bare, user_api_key_team_alias: "compilers" }],
  ["a row of a team's key", { api_key: "9e10", user: "default_user_id", team_id: "team-1" }, { status: "success" }],
  ["a token of a team, without a key", {}, { ...bare, user_api_key_team_id: "team-1" }],
])("with %s, the user whom the caller names does not pay", (_, named, metadata) => {
  const call = { ...openAiCall, end_user: "bob@test.example", ...named, metadata };
  expect(read(call).problem).toBe("No user with this email.");
});

test.each([
  ["the master key", ofAdmin],
  ["the master key, as newer versions write it", { ...bare, user_api_key_hash: "litellm_proxy_master_key" }],
  ["no key", bare],
])("with %s, the user in the request pays: the operator's own program names it", (_, metadata) => {
  const call = { ...openAiCall, end_user: "bob@test.example", metadata };
  expect(eventOf(call)?.user).toBe("bob@test.example");
});

test("a call without an id gets one from time, model, user and tokens: stable, and distinct for another call", () => {
  const keys = [null, "", " ", undefined, "None"].map((id) => read({ ...openAiCall, id }).key);
  expect(new Set(keys)).toEqual(new Set([expect.stringMatching(/^made:[\w-]{43}$/)]));
  const others = [{ endTime: 1_774_958_402.9 }, { model_group: "other" }, { completion_tokens: 301 }, { id: 7 }];
  expect(new Set(others.map((one) => read({ ...openAiCall, id: null, ...one }).key)).size).toBe(others.length);
  expect(read({ ...openAiCall, id: 7 }).key).toBe("7");
});

test("an answer from LiteLLM's cache, and a free failure, is counted and costs nothing", () => {
  expect(eventOf({ ...openAiCall, cache_hit: true, response_cost: 0 })).toMatchObject({
    coins: 0,
    generatedTokens: 300,
  });
  expect(eventOf({ ...openAiCall, cache_hit: "True", response_cost: null })).toMatchObject({ coins: 0 });
  expect(eventOf({ ...failedCall, response_cost: 0 })).toMatchObject({ coins: 0, completed: false });
  expect(eventOf({ ...failedCall, response_cost: "0.000" })).toMatchObject({ coins: 0 });
  expect(eventOf({ ...openAiCall, cache_hit: true, response_cost: "0.2" })).toMatchObject({ coins: null });
  expect(eventOf({ ...failedCall, response_cost: "" })).toMatchObject({ coins: null });
  expect(eventOf({ ...openAiCall, status: "failure", response_cost: 0.2 })).toMatchObject({ coins: null });
  expect(eventOf({ ...openAiCall, response_cost: 0 })).toMatchObject({ coins: null });
  expect(eventOf({ ...openAiCall, cache_hit: false })).toMatchObject({ coins: null });
});

const bad = JSON.stringify({ ...openAiCall, id: "bad", saved_cache_cost: 0.5 }).replace(
  '"saved_cache_cost":0.5',
  '"saved_cache_cost":NaN',
);
const good = JSON.stringify({
  ...openAiCall,
  model_group: "gpt-4o",
  note: 'NaN, -Infinity: "NaN"',
  cost: 0.1234567890123,
});

test.each([
  ["lines", `${good}\n${bad}\n`],
  ["a list", `[${good}, ${bad}]`],
  ["-Infinity", `${good}\n${bad.replace("NaN", "-Infinity")}`],
])("%s: an invalid number refuses its event alone", (_what, text) => {
  expect(readText(text).map(({ key, problem }) => [key, problem])).toEqual([
    [openAiCall.id, null],
    ["bad", "The event holds NaN or Infinity, which JSON does not allow."],
  ]);
});

test("texts with NaN in them stay, even next to an invalid number; a long body is read", () => {
  const [first] = valueInText(`${good}\n${bad}`) as { note: string; cost: number }[];
  expect([first?.note, first?.cost]).toEqual(['NaN, -Infinity: "NaN"', 0.1234567890123]);
  expect(valueInText(`[{"a":"${"x".repeat(1_900_000)}NaN\\""},{"b":NaN}]`)).toHaveLength(2);
  expect(valueInText(`{"events":[{"key":"a","coins":NaN},{"key":"b"}]}`)).toMatchObject({
    events: [{ key: "a", problem: expect.any(String) }, { key: "b" }],
  });
  for (const text of [`{"a":1NaN}`, `{"a":fooNaN}`, `{"a":NaNs}`, `{"a":NaN`, `NaN"`])
    expect(valueInText(text)).toBeUndefined();
  expect(readText("NaN")).toMatchObject([{ event: null }]);
});

// Asynchronous, because Vitest applies time limits only to those: reading a part once per quote takes minutes.
test("a long text that was cut off next to an invalid number is read once, not once for each quote in it", async () => {
  const cut = `{"model":"gpt-4o","note":"${'\\"x'.repeat(150_000)}`;
  const read = await Promise.resolve(readText(`${cut}\n${bad}\n${good}\n${cut}`));
  expect(read.map(({ problem }) => problem)).toEqual([
    "The line is not JSON.",
    "The event holds NaN or Infinity, which JSON does not allow.",
    null,
    "The line is not JSON.",
  ]);
});

test("a row of LiteLLM's spend logs is the same call as in its callback", () => {
  const fromCallback = eventOf(openAiCall);
  expect(eventOf(spendRow)).toEqual({ ...fromCallback, spareKey: expect.any(String) });
  expect(eventOf({ ...spendRow, cache_hit: "True", spend: 0 })).toMatchObject({ coins: 0 });
  const { status: _status, ...older } = spendRow;
  const metadata = JSON.stringify({ ...openAiCall.metadata, status: "failure" });
  expect(eventOf({ ...older, metadata, spend: 0 })).toMatchObject({ completed: false, coins: 0 });
  expect(eventOf({ ...spendRow, metadata: "{}", user: "user-1" })).toMatchObject({ user: "user-1" });
  expect(eventOf({ ...spendRow, endTime: "2026-03-31 12:00:02.871+00" })).toMatchObject({ ts: 1_774_958_402_871 });
});

test("usage that is JSON text within JSON text is read: cached tokens are not charged in full", () => {
  const { usage_object: usage, ...metadata } = openAiCall.metadata;
  const kind = { spend_logs_metadata: JSON.stringify({ kind: "agent" }) };
  const cached = { promptTokens: 86, cacheReadTokens: 1_920 };
  const twice = JSON.stringify({ ...metadata, ...kind, usage_object: JSON.stringify(usage) });
  expect(eventOf({ ...openAiCall, metadata: twice })).toMatchObject({ ...cached, kind: "agent" });
  expect(eventOf({ ...openAiCall, metadata, response: { usage: JSON.stringify(usage) } })).toMatchObject(cached);
});

test("a batch that names no model has that of its lines", () => {
  const batch = { ...openAiCall, call_type: "aretrieve_batch", model: "", model_group: "" };
  const models = { batch_models: ["gpt-4o-mini"] };
  expect(eventOf({ ...batch, hidden_params: models })?.model).toBe("gpt-4o-mini");
  expect(eventOf({ ...batch, metadata: { ...batch.metadata, ...models } })?.model).toBe("gpt-4o-mini");
});

test("a missing model is reported", () => {
  expect(read({ ...anthropicCall, model: "", model_group: null }).problem).toBe("model is empty.");
  expect(readEvent({ key: "a", ts: 1, model: "a b" }, NOW).problem).toBe("model has characters that are not allowed.");
});

test("a byte order mark at the beginning of each line, or of the body, is skipped", () => {
  const lines = [openAiCall, { ...openAiCall, id: "two" }].map((call) => `\uFEFF${JSON.stringify(call)}`);
  for (const text of [lines.join("\n"), lines[0] ?? "", lines.join("\n").replace(/$/, '\n{"saved":NaN}')])
    expect(readText(text)[0]?.event).toEqual(eventOf(openAiCall));
  expect(readText(lines.join("\n")).map(({ key }) => key)).toEqual([openAiCall.id, "two"]);
});

test("a list of another system's events is recognised in our envelope as well", () => {
  expect(readText(JSON.stringify({ events: [openAiCall] }))[0]?.event).toEqual(eventOf(openAiCall));
});

test("a single event in our own form is accepted, also in a batch of lines", () => {
  expect(readText('{"key":"alone"}\n').map(({ key }) => key)).toEqual(["alone"]);
  expect(readText('{"key":"alone","x":NaN}\n').map(({ key, problem }) => [key, problem])).toEqual([
    ["alone", "The event holds NaN or Infinity, which JSON does not allow."],
  ]);
});

test.each([
  ["no JSON", "Traceback (most recent call last):"],
  ["cut", `${good.slice(0, 40)}`],
  ["cut within a text that holds NaN", '{"model":"NaN'],
])(
  "a line that is %s is refused alone, and changes no other, also where it is the first or the last",
  (_what, line) => {
    const read = readText(
      `${line}\n${good}\n${line}\n${good.replace('"model_group":"gpt-4o"', '"model_group":"NaN"')}\n${bad}\n${good}\n${line}`,
    );
    const broken = [undefined, "The line is not JSON."];
    expect(read.map(({ event, problem }) => [event?.model, problem])).toEqual([
      broken,
      ["gpt-4o", null],
      broken,
      ["NaN", null],
      [undefined, "The event holds NaN or Infinity, which JSON does not allow."],
      ["gpt-4o", null],
      broken,
    ]);
  },
);

test("members too deeply nested to be written refuse only their event", () => {
  const deep = `${"[".repeat(60_000)}${"]".repeat(60_000)}`;
  const nested = JSON.stringify({ ...openAiCall, prompt_tokens: 7 }).replace(
    '"prompt_tokens":7',
    `"prompt_tokens":${deep}`,
  );
  expect(readText(`${good}\n${nested}`).map(({ problem }) => problem)).toEqual([
    null,
    "prompt_tokens must be a whole number from 0 to 1000000000000.",
  ]);
});

test.each([5e11, -5e11, 1e14, -1e14])("%d seconds are not a time", (endTime) => {
  expect(read({ ...openAiCall, endTime }).problem).toMatch(/^ts must be epoch seconds/);
});
