import { z } from "zod";
import { db } from "~/platform/db.server";
import type { Section, Topic } from "~/site/faq-topic";

const Topics = z.array(z.object({ question: z.string(), answer: z.string() }));

/** The FAQ's sections in order for an editor, including those without topics. */
export async function listSections(): Promise<Section[]> {
  const rows = await db.query<{ id: number; title: string; content: unknown; version: number }>(
    `select id, title, content, version from faq_section where deleted_at is null order by position, id`,
  );
  return rows.map(({ content, ...section }) => ({ ...section, topics: readTopics(content) }));
}

/** The topics of a row's `content`. */
export function readTopics(content: unknown): Topic[] {
  return Topics.parse(content);
}
