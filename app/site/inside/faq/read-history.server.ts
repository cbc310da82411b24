import { db } from "~/platform/db.server";
import { readTopics } from "./list-sections.server";
import type { Act } from "./change-section.server";
import type { SectionText } from "~/site/faq-topic";

const PAGE_SIZE = 25;

/** One row of a section's history. */
export interface Revision {
  version: number;
  act: Act;
  /** The author; null before there was a history, and for deleted users. */
  name: string | null;
  /** Epoch seconds. */
  at: number;
}

/** Reads a section, even a deleted one, and a page of its history, newest first; null if it is unknown. */
export async function readHistory({ id, page }: { id: number; page: number }) {
  const [section] = await db.query<{ title: string; version: number; deleted: boolean; revisions: number }>(
    `select title, version, deleted_at is not null as deleted,
       (select count(*)::int from faq_revision where section_id = id) as revisions
     from faq_section where id = $1`,
    [id],
  );
  if (!section) return null;
  const pages = Math.max(1, Math.ceil(section.revisions / PAGE_SIZE));
  const shown = Math.min(page, pages);
  const revisions = await db.query<Revision>(
    `select r.version, r.act, u.name, floor(extract(epoch from r.at))::float8 as at
       from faq_revision r left join user_account u on u.id = r.user_id
      where r.section_id = $1 order by r.version desc limit $2 offset $3`,
    [id, PAGE_SIZE, (shown - 1) * PAGE_SIZE],
  );
  return { section, revisions, page: shown, pages };
}

/** Reads a section's text in a version and in the one before; null if it is not stored. */
export async function readRevision({ id, version }: { id: number; version: number }) {
  const rows = await db.query<{ version: number; title: string; content: unknown }>(
    `select version, title, content from faq_revision
      where section_id = $1 and version <= $2 order by version desc limit 2`,
    [id, version],
  );
  const [text, before] = rows.map(({ content, ...row }) => ({ ...row, topics: readTopics(content) }));
  if (text?.version !== version) return null;
  const nothing: SectionText & { version: number | null } = { version: null, title: "", topics: [] };
  return { text, before: before ?? nothing };
}
