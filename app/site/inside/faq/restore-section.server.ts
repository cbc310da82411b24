import { M } from "~/site/messages";
import { Refusal } from "~/platform/refusal";
import { changeFaq, type Editor, lockVersion, writeChange } from "./change-section.server";
import { readTopics } from "./list-sections.server";
import { isSameText } from "~/site/faq-topic";

interface Restored extends Editor {
  id: number;
  /** The version to restore. */
  revision: number;
  /** The version that the editor saw. */
  version: number;
}

/** Restores an older text of a section as its newest (A19). @throws Refusal M112, M113. */
export async function restoreSection({ id, revision, version, ...by }: Restored): Promise<{ version: number }> {
  return await changeFaq(by, async (tx) => {
    const before = await lockVersion(tx, { id, version });
    const [row] = await tx.query<{ title: string; content: unknown }>(
      `select title, content from faq_revision where section_id = $1 and version = $2`,
      [id, revision],
    );
    if (!row) throw new Refusal(M.noSuchSection);
    const after = { title: row.title, topics: readTopics(row.content) };
    if (isSameText(before, after)) return { version };
    return { version: await writeChange(tx, { before, act: "restore", after, by }) };
  });
}
