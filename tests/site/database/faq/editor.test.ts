import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { saveSection } from "~/site/inside/faq/save-section.server";
import { deleteSection, undoDelete } from "~/site/inside/faq/delete-section.server";
import { moveSection, undoMove } from "~/site/inside/faq/move-section.server";
import { restoreSection } from "~/site/inside/faq/restore-section.server";
import { readEditor } from "~/site/inside/faq/read-editor.server";
import { readHistory, readRevision } from "~/site/inside/faq/read-history.server";
import { pruneFaqHistory } from "~/site/prune-faq-history.server";
import { listSections } from "~/site/inside/faq/list-sections.server";
import { M } from "~/messages";
import { aTenant } from "../../../support/world";

const DAY_MS = 86_400_000;
const NOW = new Date("2026-11-22T12:00:00Z");
const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

let userId: number;
const by = (now = NOW) => ({ userId, requestId: "test", now });

beforeAll(async () => void ({ userId } = await aTenant({ role: "operator", dollars: 0 })));
beforeEach(async () => void (await db.query(`delete from faq_section`)));

const topics = (...questions: string[]) => questions.map((question) => ({ question, answer: "So." }));
const add = async (title: string, now = NOW) => await saveSection({ id: null, title, topics: [], ...by(now) });
const save = async (id: number, version: number, title: string, now = NOW) =>
  await saveSection({ id, version, title, topics: topics("Why?"), ...by(now) });
const titles = async () => (await listSections()).map(({ title }) => title);
const acts = async (id: number) =>
  ((await readHistory({ id, page: 1 }))?.revisions ?? []).map(({ version, act }) => `${version} ${act}`);
const undoable = async (now = NOW) =>
  (await readEditor({ now })).undoable.map(({ title, deleted }) => `${title} ${deleted ? "deleted" : "moved"}`);

describe("Each change is one version, with its row of the history and of the audit", () => {
  test("from the first to the restoring of an older text", async () => {
    const { id } = await add("One");
    await save(id, 1, "Two");
    await save(id, 2, "Three");
    expect(await restoreSection({ id, revision: 2, version: 3, ...by() })).toEqual({ version: 4 });
    expect(await titles()).toEqual(["Two"]);
    expect(await acts(id)).toEqual(["4 restore", "3 save", "2 save", "1 add"]);
    expect(await readRevision({ id, version: 3 })).toMatchObject({
      text: { title: "Three" },
      before: { title: "Two" },
    });
    expect(await readRevision({ id, version: 1 })).toMatchObject({ before: { version: null, topics: [] } });
    expect(await readRevision({ id, version: 9 })).toBeNull();
    const audit = await db.query(
      `select action, before, after from audit_row where target = $1 and user_id = $2 order by id`,
      [`faq:${id}`, userId],
    );
    expect(audit).toMatchObject([
      { action: "faq.add", before: null, after: { title: "One", topics: 0, version: 1 } },
      { action: "faq.save", before: { version: 1 }, after: { title: "Two", topics: 1, version: 2 } },
      { action: "faq.save" },
      { action: "faq.restore", before: { version: 3 }, after: { version: 4 } },
    ]);
  });

  test("a seeded section gets its first row of history with its first change", async () => {
    const [row] = await db.query<{ id: number }>(
      `insert into faq_section (title, version) values ('Seeded', 7) returning id`,
    );
    const id = row?.id ?? 0;
    await save(id, 7, "Edited");
    expect(await acts(id)).toEqual(["8 save", "7 add"]);
    expect(await readRevision({ id, version: 8 })).toMatchObject({ before: { title: "Seeded" } });
  });

  test("a save that fails midway leaves neither text nor history nor audit", async () => {
    const { id } = await add("Whole");
    const audits = async () => (await db.query(`select from audit_row where target = $1`, [`faq:${id}`])).length;
    await db.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'torn'; end $$;
       create trigger torn before insert on audit_row for each row execute function refuse()`,
    );
    await expect(save(id, 1, "Half")).rejects.toThrow("torn");
    await db.query(`drop function refuse() cascade`);
    expect([await titles(), await acts(id), await audits()]).toEqual([["Whole"], ["1 add"], 1]);
    expect(await save(id, 1, "Half")).toEqual({ id, version: 2 });
  });

  test("a repeated save is one version", async () => {
    const { id } = await add("One");
    expect(await save(id, 1, "Two")).toEqual({ id, version: 2 });
    expect(await save(id, 1, "Two")).toEqual({ id, version: 2 });
    expect(await acts(id)).toEqual(["2 save", "1 add"]);
  });
});

test("of two saves of one version, one is stored and the other refused, with the stored text (M112)", async () => {
  const { id } = await add("One");
  const results = await Promise.allSettled(["a", "b", "c", "d"].map(async (title) => await save(id, 1, title)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const [winner] = await titles();
  for (const result of results) {
    if (result.status === "fulfilled") continue;
    expect(result.reason).toMatchObject({
      message: M.sectionChanged,
      details: { body: { newest: { title: winner, version: 2 } } },
    });
  }
  expect(await acts(id)).toEqual(["2 save", "1 add"]);
});

describe("Undo (A19)", () => {
  test("a deleted section is restored to its place, for 30 days", async () => {
    await add("a");
    const { id } = await add("b");
    await add("c");
    await deleteSection({ id, version: 1, ...by() });
    expect([await titles(), await undoable(later(29))]).toEqual([["a", "c"], ["b deleted"]]);
    await undoDelete({ id, ...by(later(29)) });
    await undoDelete({ id, ...by(later(29)) });
    expect([await titles(), await undoable(later(29))]).toEqual([["a", "b", "c"], []]);
    await deleteSection({ id, version: 3, ...by() });
    expect(await undoable(later(31))).toEqual([]);
    await expect(undoDelete({ id, ...by(later(31)) })).rejects.toThrow(M.noSuchSection);
  });

  test("a moved section returns before its former successor, even after it was edited", async () => {
    const a = await add("a");
    await add("b");
    const c = await add("c");
    await moveSection({ id: c.id, beforeId: a.id, version: 1, ...by() });
    await saveSection({ id: c.id, version: 2, title: "c2", topics: [], ...by() });
    expect([await titles(), await undoable()]).toEqual([["c2", "a", "b"], ["c2 moved"]]);
    await expect(undoMove({ id: c.id, version: 2, ...by() })).rejects.toThrow(M.sectionChanged);
    await undoMove({ id: c.id, version: 3, ...by() });
    expect(await titles()).toEqual(["a", "b", "c2"]);
    await moveSection({ id: a.id, beforeId: c.id, version: 1, ...by() });
    expect(await titles()).toEqual(["b", "a", "c2"]);
    await undoMove({ id: a.id, version: 2, ...by() });
    expect(await titles()).toEqual(["a", "b", "c2"]);
    await expect(undoMove({ id: a.id, version: 3, ...by(later(31)) })).rejects.toThrow(M.sectionChanged);
  });

  test("parallel moves leave one order in which every section appears once", async () => {
    const made = [await add("a"), await add("b"), await add("c"), await add("d")];
    const first = made[0]?.id ?? 0;
    await Promise.allSettled(
      made.slice(1).map(async ({ id }) => await moveSection({ id, beforeId: first, version: 1, ...by() })),
    );
    expect((await titles()).sort()).toEqual(["a", "b", "c", "d"]);
    const positions = await db.query<{ position: number }>(`select position from faq_section order by position`);
    expect(positions.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
  });
});

test("prune keeps each save for 30 days, then the last of each day for two years, and the present text always", async () => {
  const { id } = await add("1", later(-1000));
  let version = 1;
  const saveAt = async (days: number, hours: number) => {
    await save(id, version, `${version + 1}`, new Date(later(days).getTime() + hours * 3_600_000));
    version += 1;
  };
  for (const [days, hours] of [
    [-800, 0],
    [-100, 0],
    [-100, 1],
    [-100, 2],
    [-99, 0],
    [-5, 0],
    [-5, 1],
  ] as const) {
    await saveAt(days, hours);
  }
  const gone = await add("gone", later(-40));
  await deleteSection({ id: gone.id, version: 1, ...by(later(-31)) });
  for (let time = 0; time < 2; time += 1) {
    await pruneFaqHistory({ now: NOW });
    expect((await acts(id)).map((act) => act.split(" ")[0])).toEqual(["8", "7", "6", "5"]);
    expect(await readHistory({ id: gone.id, page: 1 })).toBeNull();
  }
  await pruneFaqHistory({ now: later(3000) });
  expect(await acts(id)).toEqual(["8 save"]);
});
