import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { saveSection } from "~/site/inside/faq/save-section.server";
import { action, loader } from "~/site/screens/faq-editor/route";
import { action as historyAction, loader as historyLoader } from "~/site/screens/faq-history/route";
import { loader as publicFaq } from "~/site/screens/faq/route";
import { answerOf, get, noticeOf, post, thrownBy } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";
import { aTenant } from "../../../support/world";

const PATH = "/dashboard/faq";
let staff: Staff;
let id: number;
let editor: number;

beforeAll(async () => {
  staff = await theStaff();
  editor = (await aTenant({ role: "operator", dollars: 0 })).userId;
});
beforeEach(async () => {
  await db.query(`delete from faq_section`);
  const topics = [{ question: "Why?", answer: "So." }];
  const by = { userId: editor, requestId: "test", now: new Date() };
  ({ id } = await saveSection({ id: null, title: "First", topics, ...by }));
});

const shown = async (query = "") => await loader(get(staff.support, PATH + query));
const send = async (fields: Record<string, string>, visit = staff.operator) =>
  await answerOf(await action(post(visit, PATH, fields)));
const form = (more: Record<string, string> = {}) => ({
  ...{ intent: "save-section", id: String(id), version: "1", title: "First", from: "0", shown: "1", count: "1" },
  ...{ q0: "Why?", a0: "So." },
  ...more,
});
const topicsNow = async () => (await shown()).section?.topics.map(({ question }) => question);

test("9: staff read, operators and admins write", async () => {
  expect(await shown()).toMatchObject({ mayWrite: false, section: { title: "First" } });
  expect(await loader(get(staff.operator, PATH))).toMatchObject({ mayWrite: true });
  expect((await thrownBy(action(post(staff.support, PATH, form())))).status).toBe(403);
  const restore = { intent: "restore", revision: "1", version: "1" };
  const path = `${PATH}/${id}/history`;
  const asSupport = historyAction(post(staff.support, path, restore, { id: String(id) }));
  expect((await thrownBy(asSupport)).status).toBe(403);
});

describe("Without the script", () => {
  test("a section is saved by its button", async () => {
    expect(await send(form({ title: "Renamed", a0: "Because." }))).toMatchObject({
      status: 303,
      location: `${PATH}?section=${id}&topics=1`,
    });
    expect(await noticeOf(staff.operator)).toMatchObject({ message: "Saved." });
    expect((await shown()).section).toMatchObject({ title: "Renamed", version: 2, topics: [{ answer: "Because." }] });
  });

  test("the buttons of topics save the text and then act", async () => {
    await send(form({ a0: "Typed.", act: "add" }));
    expect(await topicsNow()).toEqual(["Why?", ""]);
    expect((await shown()).section?.topics[0]?.answer).toBe("Typed.");
    await send(form({ version: "2", shown: "2", count: "2", q1: "How?", a1: "Thus.", act: "up 1" }));
    expect(await topicsNow()).toEqual(["How?", "Why?"]);
    await send(form({ version: "3", shown: "2", count: "2", q0: "How?", q1: "Why?", act: "remove 0" }));
    expect(await topicsNow()).toEqual(["Why?"]);
  });

  test("a preview shows the answer as visitors see it, and saves nothing", async () => {
    const { status, data } = await send(form({ title: "", a0: "**So** <b>x</b>", act: "preview 0" }));
    expect(status).toBe(200);
    expect(data).toEqual({
      intent: "save-section",
      lastResult: {
        initialValue: expect.objectContaining({
          ...{ id, version: 1, title: "", from: 0, count: 1 },
          ...{ q0: "Why?", a0: "**So** <b>x</b>" },
        }),
      },
      message: "",
      html: ["<p><strong>So</strong> &lt;b&gt;x&lt;/b&gt;</p>"],
    });
    expect((await shown()).section?.version).toBe(1);
  });

  test("a refused section keeps the typed text; the newest text comes with the page", async () => {
    await send(form({ title: "Theirs" }));
    const late = await send(form({ title: "Mine", a0: "My answer." }));
    expect(late).toMatchObject({ status: 422, data: { message: M.sectionChanged } });
    expect((late.data as { lastResult: { initialValue: object } }).lastResult.initialValue).toMatchObject({
      ...{ title: "Mine", a0: "My answer.", version: "1" },
    });
    expect((await shown()).section).toMatchObject({ title: "Theirs", version: 2 });
    expect(await send(form({ title: "" }))).toMatchObject({
      status: 422,
      data: { lastResult: { error: { title: [M.titleRequired] } } },
    });
    expect(await send(form({ content: "no list" }))).toMatchObject({ status: 422, data: { message: M.wrongTopics } });
  });

  test("a section of 200 topics is saved page by page", async () => {
    const topics = Array.from({ length: 200 }, (_, at) => ({ question: `Q${at}`, answer: "A" }));
    await send(form({ content: JSON.stringify(topics) }));
    expect((await shown("?topics=4")).page).toBe(4);
    expect((await shown("?topics=99")).page).toBe(4);
    const fields = Object.fromEntries(
      topics.slice(150).flatMap(({ question }, at) => [
        [`q${at}`, `${question}!`],
        [`a${at}`, "A"],
      ]),
    );
    await send({ ...form({ version: "2", from: "150", shown: "50", count: "50" }), ...fields });
    const now = await topicsNow();
    expect([now?.length, now?.[149], now?.[150], now?.[199]]).toEqual([200, "Q149", "Q150!", "Q199!"]);
  });

  test("sections are added, moved, deleted and restored by buttons", async () => {
    const added = await send({ intent: "add-section", title: "Second" });
    const second = Number(/section=(\d+)/.exec(added.location ?? "")?.[1]);
    const titles = async () => (await shown()).sections.map(({ title }) => title);
    await send({ intent: "move-section", id: String(second), version: "1", before_id: String(id) });
    expect(await titles()).toEqual(["Second", "First"]);
    await send({ intent: "undo-move", id: String(second), version: "2" });
    expect(await titles()).toEqual(["First", "Second"]);
    await send({ intent: "delete-section", id: String(second), version: "3" });
    expect(await titles()).toEqual(["First"]);
    expect(await shown(`?section=${second}`)).toMatchObject({ missing: true, section: null });
    await send({ intent: "undo-delete", id: String(second) });
    expect(await titles()).toEqual(["First", "Second"]);
    expect(await send({ intent: "add-section", title: "" })).toMatchObject({ status: 422 });
    expect(await send({ intent: "move-section", id: "9999", version: "1" })).toMatchObject({ status: 422 });
  });
});

test("the history shows what each version changed, and restores one", async () => {
  await send(form({ title: "Second" }));
  const path = `${PATH}/${id}/history`;
  const history = async (query = "") => await historyLoader(get(staff.support, path + query, { id: String(id) }));
  expect(await history()).toMatchObject({ chosen: { text: { title: "Second" }, before: { title: "First" } } });
  expect(await history("?version=1")).toMatchObject({
    chosen: { text: { title: "First" }, before: { version: null } },
  });
  expect(await history("?version=99&page=9")).toMatchObject({ chosen: null, page: 1 });
  const restore = { intent: "restore", revision: "1", version: "2" };
  const answer = await answerOf(await historyAction(post(staff.operator, path, restore, { id: String(id) })));
  expect(answer).toMatchObject({ status: 303, location: `${PATH}?section=${id}` });
  expect((await shown()).section).toMatchObject({ title: "First", version: 3 });
  expect((await thrownBy(historyLoader(get(staff.support, path, { id: "99999" })))).status).toBe(404);
});

test("visitors see a topic once it has a question and an answer", async () => {
  await send(form({ act: "add" }));
  const { sections } = await publicFaq(get(null, "/faq"));
  expect(sections[0]?.topics.map(({ question }) => question)).toEqual(["Why?"]);
});
