import { db } from "~/platform/db.server";
import { readTopics } from "./list-sections.server";
import { type Section, undoableSince } from "~/site/faq-topic";

export interface SectionRow {
  id: number;
  title: string;
  version: number;
  topics: number;
  /** Epoch seconds of the last change, and its author. */
  at: number;
  name: string | null;
}

/** An undoable change: a deleted section, or a section's last move. */
export interface Undoable {
  id: number;
  title: string;
  version: number;
  /** Otherwise it was moved. */
  deleted: boolean;
  at: number;
  name: string | null;
}

/** The sections in order without their texts, and those deleted or moved in the last 30 days. */
export async function readEditor({ now }: { now: Date }): Promise<{ sections: SectionRow[]; undoable: Undoable[] }> {
  const [sections, undoable] = await Promise.all([
    db.query<SectionRow>(
      `select s.id, s.title, s.version, jsonb_array_length(s.content)::int as topics,
         floor(extract(epoch from s.updated_at))::float8 as at, u.name
       from faq_section s
       left join faq_revision r on r.section_id = s.id and r.version = s.version
       left join user_account u on u.id = r.user_id
       where s.deleted_at is null order by s.position, s.id`,
    ),
    db.query<Undoable>(
      `select s.id, s.title, s.version, s.deleted_at is not null as deleted, floor(extract(epoch from r.at))::float8 as at, u.name
       from faq_section s
       cross join lateral (select at, user_id from faq_revision
         where section_id = s.id and act = case when s.deleted_at is null then 'move' else 'delete' end
         order by version desc limit 1) r
       left join user_account u on u.id = r.user_id
       where r.at > $1 order by r.at desc`,
      [undoableSince(now)],
    ),
  ]);
  return { sections, undoable };
}

/** Reads a section with its text; null if it is unknown or deleted. */
export async function readSectionText(id: number): Promise<Section | null> {
  const [row] = await db.query<{ id: number; title: string; content: unknown; version: number }>(
    `select id, title, content, version from faq_section where id = $1 and deleted_at is null`,
    [id],
  );
  return row ? { id: row.id, title: row.title, version: row.version, topics: readTopics(row.content) } : null;
}
