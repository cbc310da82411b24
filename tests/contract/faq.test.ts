import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { call, read } from "./support/call";
import { aPerson, type Person } from "./support/people";

let operator: Person;
let support: Person;

beforeAll(async () => {
  operator = await aPerson({ role: "operator" });
  support = await aPerson({ role: "support" });
});

async function post(path: string, json: object, { cookie } = operator) {
  const response = await call(path, { cookie, script: true, json });
  return { status: response.status, body: await read(response) };
}

const save = async (json: object) => await post("/faq/save", json);
const titles = async () => (await read<{ title: string }[]>(await call("/faq/all"))).map(({ title }) => title);

async function aSection(title = "New"): Promise<{ id: number; version: number }> {
  const { body } = await save({ id: null, title, content: "[]" });
  expect(body).toMatchObject({ retcode: "OK", version: 1 });
  return { id: Number(body["id"]), version: 1 };
}

test("a section is created, saved as JSON text or as a list, and read by everybody (3.7)", async () => {
  const { id } = await aSection("Start");
  const topics = [{ question: "Why?", answer: "**So**" }];
  const first = await save({ id, title: " Start ", content: JSON.stringify(topics), version: 1 });
  expect(first).toEqual({ status: 200, body: { retcode: "OK", id, version: 2 } });
  expect((await save({ id, title: "Begin", content: topics, version: 2 })).body).toMatchObject({ version: 3 });
  const all = await read<{ id: number }[]>(await call("/faq/all"));
  expect(all.find((one) => one.id === id)).toEqual({ id, title: "Begin", content: JSON.stringify(topics), version: 3 });
});

test("a save of an older version is M112 with the newest text; an equal text counts as saved", async () => {
  const { id } = await aSection("Two");
  expect((await save({ id, title: "Theirs", content: "[]", version: 1 })).body).toMatchObject({ version: 2 });
  const late = await save({ id, title: "Mine", content: "[]", version: 1 });
  expect(late).toEqual({
    status: 200,
    body: {
      retcode: "ERROR",
      human_readable_message: M.sectionChanged,
      newest: { title: "Theirs", content: "[]", version: 2 },
    },
  });
  expect((await save({ id, title: "Theirs", content: "[]", version: 1 })).body).toMatchObject({
    retcode: "OK",
    version: 2,
  });
  expect((await save({ id, title: "Without", content: "[]" })).body).toMatchObject({ retcode: "OK", version: 3 });
});

test.each([
  [{ title: "" }, M.titleRequired],
  [{ title: "x".repeat(201) }, M.titleRequired],
  [{ title: 7 }, M.titleRequired],
  [{ title: "a\u202eb" }, 'Character 2, after "a", is invisible. Please remove it.'],
  [{ content: "no JSON" }, M.wrongTopics],
  [{ content: '{"question":"a"}' }, M.wrongTopics],
  [{ content: '[{"question":"a"}]' }, M.wrongTopics],
  [{ content: [{ question: "x".repeat(501), answer: "" }] }, M.wrongTopics],
  [{ content: [{ question: "", answer: "x".repeat(20_001) }] }, M.wrongTopics],
  [{ content: Array.from({ length: 201 }, () => ({ question: "", answer: "" })) }, M.wrongTopics],
  [{ content: '[{"question":"a","answer":"\\u0000"}]' }, M.unreadable],
  [{ id: 999_999 }, M.noSuchSection],
  [{ id: "x" }, M.noSuchSection],
])("%j is refused with its message, as a business error", async (wrong, message) => {
  const { id } = await aSection("Refused");
  const answer = await save({ id, title: "T", content: "[]", version: 1, ...wrong });
  expect(answer).toMatchObject({ status: 200, body: { retcode: "ERROR", human_readable_message: message } });
});

test("the longest allowed text is stored; 'é' in two characters is one (0.3)", async () => {
  const { id } = await aSection("😀".repeat(200));
  const topics = [{ question: "x".repeat(500), answer: "e\u0301\r\n" + "y".repeat(19_998) }];
  expect((await save({ id, title: "T", content: topics, version: 1 })).body).toMatchObject({ retcode: "OK" });
  const [row] = await db.query<{ answer: string }>(
    `select content #>> '{0,answer}' as answer from faq_section where id = $1`,
    [id],
  );
  expect(row?.answer.slice(0, 3)).toBe("é\ny");
});

test("a section is moved before another one or to the end, by an editor who knows its version (A19)", async () => {
  await db.query(`delete from faq_section`);
  const [a, , c] = [await aSection("a"), await aSection("b"), await aSection("c")];
  const moved = await post("/faq/move", { id: c.id, before_id: a.id, version: 1 });
  expect(moved).toEqual({
    status: 200,
    body: { retcode: "OK", human_readable_message: "Section c moved.", id: c.id, version: 2 },
  });
  expect(await titles()).toEqual(["c", "a", "b"]);
  expect((await post("/faq/move", { id: c.id, before_id: null, version: 1 })).status).toBe(409);
  expect((await post("/faq/move", { id: c.id, before_id: c.id, version: 2 })).status).toBe(422);
  expect((await post("/faq/move", { id: c.id, version: 2 })).status).toBe(422);
  await post("/faq/move", { id: c.id, before_id: null, version: 2 });
  expect(await titles()).toEqual(["a", "b", "c"]);
});

test("a deleted section is gone for everybody, and cannot be saved (M113)", async () => {
  await db.query(`delete from faq_section`);
  const { id } = await aSection("gone");
  expect((await post("/faq/delete", { id, version: 7 })).status).toBe(409);
  expect((await post("/faq/delete", { id, version: 1 })).body).toMatchObject({ retcode: "OK", version: 2 });
  expect(await titles()).toEqual([]);
  const late = await save({ id, title: "Mine", content: "[]", version: 1 });
  expect(late.body).toMatchObject({ retcode: "ERROR", human_readable_message: M.noSuchSection, newest: null });
  expect((await post("/faq/delete", { id, version: 2 })).status).toBe(422);
});

test("9: support reads, and cannot write", async () => {
  const { id } = await aSection("Ours");
  for (const [path, json] of [
    ["/faq/save", { id, title: "T", content: "[]" }],
    ["/faq/move", { id, before_id: null, version: 1 }],
    ["/faq/delete", { id, version: 1 }],
  ] as const) {
    expect([path, (await post(path, json, support)).status]).toEqual([path, 403]);
  }
  expect(await titles()).toContain("Ours");
});
