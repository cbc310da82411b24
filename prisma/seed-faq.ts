import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, transaction } from "~/platform/db.server";
import type { Topic } from "~/site/faq-topic";

const FOLDER = join(import.meta.dirname, "faq");

/** Seeds the first FAQ, one section from each file of prisma/faq. An installation with any section keeps its own. */
export async function seedFaq(): Promise<void> {
  await transaction(async (tx) => {
    const [present] = await tx.query(`select from faq_section limit 1`);
    if (present) return;
    const files = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));
    for (const [position, name] of files.sort().entries()) {
      const { title, topics } = readSection(readFileSync(join(FOLDER, name), "utf8"));
      await tx.query(`insert into faq_section (title, content, position) values ($1, $2::jsonb, $3)`, [
        ...[title, JSON.stringify(topics), position],
      ]);
    }
  });
}

/** Parses a section in markdown: its title after `#`, each question after `##`, the answer below it. */
export function readSection(markdown: string): { title: string; topics: Topic[] } {
  const [head = "", ...parts] = markdown.split(/^## /m);
  const topics = parts.map((part) => {
    const [question = "", ...answer] = part.split("\n");
    return { question: question.trim(), answer: answer.join("\n").trim() };
  });
  return { title: head.replace(/^# /, "").trim(), topics };
}

// `bun prisma/seed-faq.ts` seeds an installation of your own.
if (import.meta.main) {
  await seedFaq();
  await closeDatabase();
}
