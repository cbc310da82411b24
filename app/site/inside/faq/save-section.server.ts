import type { Tx } from "~/platform/db.server";
import { M } from "~/site/messages";
import { Refusal } from "~/platform/refusal";
import { auditChange, changeFaq, type Editor, lockSection, writeChange, writeRevision } from "./change-section.server";
import { isSameText, type SectionText } from "~/site/faq-topic";

/** Limit of sections; more would be hard to search. */
const SECTIONS_MAX = 200;
const ORDER_LOCK = "faq order";

interface SavedSection extends SectionText {
  /** Null: a new section at the end. */
  id: number | null;
  /** The version that the editor changed; undefined: the current one (3.7). */
  version?: number | undefined;
}

/**
 * Saves a section or creates one (3.7), with its history row. An identical text is saved once: a client that repeats a
 * lost request gets its answer.
 * @throws Refusal M113 for a deleted section; M112 with the newest text for an outdated version.
 */
export async function saveSection(given: SavedSection & Editor): Promise<{ id: number; version: number }> {
  const { id, version, title, topics, ...by } = given;
  return await changeFaq(by, async (tx) => {
    if (id === null) return await addSection(tx, { title, topics }, by);
    const before = await lockSection(tx, id);
    if (before.deletedAt) throw new Refusal(M.noSuchSection, { body: { newest: null } });
    if (isSameText(before, { title, topics })) return { id, version: before.version };
    if (version !== undefined && version !== before.version) {
      const newest = { title: before.title, content: JSON.stringify(before.topics), version: before.version };
      throw new Refusal(M.sectionChanged, { body: { newest } });
    }
    return { id, version: await writeChange(tx, { before, act: "save", after: { title, topics }, by }) };
  });
}

async function addSection(tx: Tx, text: SectionText, by: Editor): Promise<{ id: number; version: number }> {
  await lockOrder(tx);
  const [count] = await tx.query<{ sections: number }>(`select count(*)::int as sections from faq_section`);
  if ((count?.sections ?? 0) >= SECTIONS_MAX) throw new Refusal(`There are ${SECTIONS_MAX} sections, the maximum.`);
  const [row] = await tx.query<{ id: number }>(
    `insert into faq_section (title, content, position, updated_at)
     select $1, $2::jsonb, coalesce(max(position), -1) + 1, $3 from faq_section returning id`,
    [text.title, JSON.stringify(text.topics), by.now],
  );
  if (!row) throw new Error("no section was stored");
  const section = { ...text, id: row.id, version: 1 };
  await writeRevision(tx, section, { act: "add", followedBy: null, by });
  await auditChange(tx, { section, act: "add", before: null, by });
  return { id: row.id, version: 1 };
}

/** Held until the commit by every change of the order. */
export async function lockOrder(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext($1))`, [ORDER_LOCK]);
}
