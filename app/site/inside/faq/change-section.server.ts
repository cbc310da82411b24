import { transaction, type Tx } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/site/messages";
import { Refusal } from "~/platform/refusal";
import { readTopics } from "./list-sections.server";
import type { Section, SectionText } from "~/site/faq-topic";

/** The editor of the FAQ, and the time. */
export interface Editor {
  userId: number;
  requestId: string;
  now: Date;
}

/** Runs a change of the FAQ; its editor's right holds until the commit (16.9). @throws Refusal M02. */
export async function changeFaq<T>(by: Editor, change: (tx: Tx) => Promise<T>): Promise<T> {
  return await transaction(async (tx) => {
    await holdStaffRight(tx, by, "site.act");
    return await change(tx);
  });
}

export type Act = "add" | "save" | "restore" | "delete" | "undelete" | "move";

export interface StoredSection extends Section {
  deletedAt: Date | null;
}

/** Locks a section until the commit: of two changes, the second sees the first. */
export async function lockSection(tx: Tx, id: number): Promise<StoredSection> {
  const [row] = await tx.query<{ title: string; content: unknown; version: number; deletedAt: Date | null }>(
    `select title, content, version, deleted_at as "deletedAt" from faq_section where id = $1 for no key update`,
    [id],
  );
  if (!row) throw new Refusal(M.noSuchSection);
  const { content, ...section } = row;
  return { id, ...section, topics: readTopics(content) };
}

/**
 * Locks a section at the version that the editor has seen.
 * @throws Refusal M113 for a deleted section, M112 for another version.
 */
export async function lockVersion(tx: Tx, { id, version }: { id: number; version: number }): Promise<StoredSection> {
  const section = await lockSection(tx, id);
  if (section.deletedAt) throw new Refusal(M.noSuchSection);
  if (section.version !== version) throw new Refusal(M.sectionChanged, { status: 409 });
  return section;
}

interface Change {
  before: StoredSection;
  act: Act;
  after?: Partial<SectionText> & { deletedAt?: Date | null };
  /** For a move: the section that followed before. */
  followedBy?: number | null;
  by: Editor;
}

/**
 * Stores a change of a locked section: its next version, history row and audit row, all or nothing.
 * @returns the version.
 */
export async function writeChange(tx: Tx, { before, act, after = {}, followedBy = null, by }: Change): Promise<number> {
  const { id } = before;
  const version = before.version + 1;
  const { title, topics, deletedAt } = { ...before, ...after };
  // Adds the missing history row of a text from a seed or an older release.
  await tx.query(
    `insert into faq_revision (section_id, version, act, title, content, at)
     select id, version, 'add', title, content, updated_at from faq_section where id = $1
     on conflict (section_id, version) do nothing`,
    [id],
  );
  await tx.query(
    `update faq_section set title = $2, content = $3::jsonb, version = $4, deleted_at = $5, updated_at = $6
      where id = $1`,
    [id, title, JSON.stringify(topics), version, deletedAt, by.now],
  );
  await writeRevision(tx, { id, version, title, topics }, { act, followedBy, by });
  await auditChange(tx, { section: { id, title, topics, version }, act, before, by });
  return version;
}

export async function writeRevision(
  tx: Tx,
  { id, version, title, topics }: Section,
  { act, followedBy, by }: { act: Act; followedBy: number | null; by: Editor },
): Promise<void> {
  await tx.query(
    `insert into faq_revision (section_id, version, act, title, content, followed_by, user_id, at)
     values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8)`,
    [id, version, act, title, JSON.stringify(topics), followedBy, by.userId, by.now],
  );
}

/** Records a change: the history holds the text, the audit holds who changed which version. */
export async function auditChange(
  tx: Tx,
  { section, act, before, by }: { section: Section; act: Act; before: Section | null; by: Editor },
): Promise<void> {
  const { userId, requestId, now } = by;
  const shown = ({ title, topics, version }: Section) => ({ title, topics: topics.length, version });
  const row = { userId, requestId, now, action: `faq.${act}`, target: `faq:${section.id}`, after: shown(section) };
  await writeAudit(before ? { ...row, before: shown(before) } : row, tx);
}
