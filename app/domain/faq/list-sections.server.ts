import { z } from "zod";
import { db } from "~/db.server";
import type { Section } from "./topic";

const Topics = z.array(z.object({ question: z.string(), answer: z.string() }));

/** The sections of the FAQ in their order, those without topics too, as an editor needs them. */
export async function listSections(): Promise<Section[]> {
  const rows = await db.query<{ id: number; title: string; content: unknown; version: number }>(
    `select id, title, content, version from faq_section order by position, id`,
  );
  return rows.map(({ content, ...section }) => ({ ...section, topics: Topics.parse(content) }));
}
